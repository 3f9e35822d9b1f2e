import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { REPO_ROOT } from '../support/service-process.js'
import { startInstalledPostgres } from './installed-postgres.js'

const UNITS = join(REPO_ROOT, 'packages/service/systemd')
const PLINTH = join(REPO_ROOT, 'packages/service/dist/bundle/plinth.cjs')
/** Exposure level of a service, in tenths, as `systemd-analyze security` takes it; below 2.0 it reports OK. */
const MAX_EXPOSURE = 20
/** The modification time of old copies: longer ago than the two weeks for which the unit keeps them. */
const LONG_AGO = new Date('2020-01-01T02:15:00Z')

/** Checks the systemd units with systemd-analyze, and runs the commands in them. */
describe('the systemd units', () => {
  let work: string
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), 'plinth-units-'))
    for (const unit of readdirSync(UNITS))
      writeFileSync(join(work, unit), localized(readFileSync(join(UNITS, unit), 'utf8')))
  })
  afterEach(() => rmSync(work, { recursive: true, force: true }))

  /** Replaces paths in a unit by the command of this checkout and by temporary folders. */
  const localized = (unit: string) =>
    unit
      .replaceAll('/usr/local/bin/plinth', PLINTH)
      .replaceAll('/var/lib/plinth-backups', join(work, 'backups'))
      .replaceAll('/var/lib/plinth', join(work, 'data'))
  const units = (kind: string) => readdirSync(UNITS).filter((name) => name.endsWith(`.${kind}`))

  it('are valid: a service, two jobs, and a timer for each job', () => {
    expect(units('service')).to.have.members(['plinth.service', 'plinth-backup.service', 'plinth-audit.service'])
    expect(units('timer')).to.have.members(['plinth-backup.timer', 'plinth-audit.timer'])

    const output = analyse('verify', '--man=no', ...readdirSync(UNITS).map((unit) => join(work, unit)))

    expect(output.trim()).to.equal('')
  })

  it('read the first password from a credential, with the override file of the operations page', () => {
    const page = readFileSync(join(REPO_ROOT, 'docs/operations.md'), 'utf8')
    const [, credential = ''] = /^```\n(\[Service\]\nLoadCredential=.*?)^```$/ms.exec(page) ?? []
    mkdirSync(join(work, 'plinth.service.d'))
    writeFileSync(join(work, 'plinth.service.d', 'override.conf'), credential)

    const output = analyse('verify', '--man=no', join(work, 'plinth.service'))

    expect(credential).to.include('PLINTH_SUDO_PASSWORD_FILE=%d/')
    expect(output.trim()).to.equal('')
  })

  it('restrict all services in the same way, and only allow what they need', () => {
    const restrictions = units('service').map((unit) =>
      /^# It needs its folders[^[]*/m.exec(readFileSync(join(work, unit), 'utf8'))?.[0].trim(),
    )

    expect(new Set(restrictions)).to.have.lengthOf(1)
    for (const unit of units('service')) {
      const output = analyse('security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, join(work, unit))

      expect(output, unit).to.match(/Overall exposure level for plinth[\w.-]*: [01]\.\d OK/)
    }
  })

  it('back up with the current key, keep the copies of two weeks but at least 14, and verify the audit trail', () => {
    for (const folder of ['data', 'backups']) mkdirSync(join(work, folder))
    const days = Array.from({ length: 16 }, (_, day) => String(day + 1).padStart(2, '0'))
    const kept = days.flatMap((day) => ['db', 'key'].map((kind) => `plinth-2020-01-${day}T02-15-00.${kind}`))
    const recent = kept.splice(0, 2) // by its modification time
    const old = kept.splice(0, 4)
    for (const name of [...recent, ...old, ...kept]) writeFileSync(join(work, 'backups', name), '')
    for (const name of [...old, ...kept]) utimesSync(join(work, 'backups', name), LONG_AGO, LONG_AGO)
    runCommands('plinth.service', (command) => command.replace(' serve', ' migrate'))
    runCommands('plinth.service', (command) => command.replace(' serve', ' tpt list')) // creates the key

    runCommands('plinth-backup.service')
    const verified = runCommands('plinth-audit.service')

    const all = readdirSync(join(work, 'backups')).sort()
    const copies = all.splice(-2)
    expect(all).to.deep.equal([...recent, ...kept])
    expect(copies[0]).to.match(/^plinth-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/)
    expect(copies[1]).to.equal(copies[0]?.replace(/db$/, 'key'))
    expect(contentOf('backups', copies[1])).to.equal(contentOf('data', 'secret.key'))
    expect(verified).to.match(/events verified, unchanged/)
  })

  it('back up the key that is configured as a file, and not one left in the data folder by a change of the key', () => {
    for (const folder of ['data', 'backups']) mkdirSync(join(work, folder))
    runCommands('plinth.service', (command) => command.replace(' serve', ' migrate'))
    runCommands('plinth.service', (command) => command.replace(' serve', ' tpt list'))
    const given = join(work, 'given.key')
    writeFileSync(given, 'Xq7-given-as-a-file-Vb29-for-this-test-only-6d')

    runCommands('plinth-backup.service', undefined, { PLINTH_SECRET_KEY_FILE: given })

    const [, key] = readdirSync(join(work, 'backups')).sort()
    expect(contentOf('backups', key)).to.equal(contentOf('.', 'given.key'))
  })

  it('back up previous and retired keys that are configured as files', () => {
    for (const folder of ['data', 'backups']) mkdirSync(join(work, folder))
    runCommands('plinth.service', (command) => command.replace(' serve', ' migrate'))
    runCommands('plinth.service', (command) => command.replace(' serve', ' tpt list'))
    writeFileSync(join(work, 'previous'), 'Vm4-given-as-a-file-Kw83-for-this-test-only-2p')
    writeFileSync(join(work, 'retired'), 'Zt9-given-as-a-file-Hc51-for-this-test-only-8r')
    writeFileSync(join(work, 'previous-audit'), 'Lc6-given-as-a-file-Wd47-for-this-test-only-5n')

    runCommands('plinth-backup.service', undefined, {
      PLINTH_SECRET_KEY_PREVIOUS_FILE: join(work, 'previous'),
      PLINTH_AUDIT_KEYS_RETIRED_FILE: join(work, 'retired'),
      PLINTH_AUDIT_KEY_PREVIOUS_FILE: join(work, 'previous-audit'),
    })

    const [, , previousAudit, previous, retired] = readdirSync(join(work, 'backups')).sort()
    expect(previousAudit).to.match(/\.previous\.audit\.key$/)
    expect(previous).to.match(/\.previous\.key$/)
    expect(contentOf('backups', previousAudit)).to.equal(contentOf('.', 'previous-audit'))
    expect(retired).to.match(/\.retired\.keys$/)
    expect(contentOf('backups', previous)).to.equal(contentOf('.', 'previous'))
    expect(contentOf('backups', retired)).to.equal(contentOf('.', 'retired'))
  })

  it('dump a database of PostgreSQL, with its key, and delete old dumps', async () => {
    const postgres = await startInstalledPostgres()
    try {
      for (const folder of ['data', 'backups']) mkdirSync(join(work, folder))
      const days = Array.from({ length: 16 }, (_, day) => String(day + 1).padStart(2, '0'))
      for (const day of days) {
        const old = join(work, 'backups', `plinth-2020-01-${day}T02-15-00.dump`)
        writeFileSync(old, '')
        utimesSync(old, LONG_AGO, LONG_AGO)
      }
      const url = join(work, 'url')
      writeFileSync(url, postgres.superuserUrl)
      const key = join(work, 'given.key')
      writeFileSync(key, 'Xq7-given-as-a-file-Vb29-for-this-test-only-6d')
      const observed = observePgDump(postgres.path)
      const settings = { PLINTH_DATABASE_URL_FILE: url, PLINTH_SECRET_KEY_FILE: key, PATH: observed }
      runCommands('plinth.service', (command) => command.replace(' serve', ' migrate'), settings)

      runCommands('plinth-backup.service', undefined, settings)

      const all = readdirSync(join(work, 'backups')).sort()
      const [dump, dumpedKey] = all.splice(-2)
      const listed = execFileSync('pg_restore', ['--list', join(work, 'backups', dump ?? '')], {
        env: { PATH: postgres.path },
        encoding: 'utf8',
      })
      expect(all).to.deep.equal(days.slice(3).map((day) => `plinth-2020-01-${day}T02-15-00.dump`))
      expect(dump).to.match(/^plinth-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d\.dump$/)
      expect(listed).to.match(/TABLE DATA public plinth_users /)
      expect(contentOf('backups', dumpedKey)).to.equal(contentOf('.', 'given.key'))
      expect(statSync(join(work, 'backups', dump ?? '')).mode & 0o777).to.equal(0o600)
      expect(contentOf('.', 'arguments')).to.match(/--dbname=postgres:\/\/postgres@127/)
    } finally {
      postgres.stop()
    }
  }).timeout(60_000)

  /**
   * Returns a `PATH` with a `pg_dump` in front that writes its arguments, as other users see them, and runs the real
   * one.
   */
  function observePgDump(path: string): string {
    const folder = join(work, 'bin')
    mkdirSync(folder)
    const script = `#!/bin/sh\necho "$@" > '${join(work, 'arguments')}'\nPATH='${path}' exec pg_dump "$@"\n`
    writeFileSync(join(folder, 'pg_dump'), script, { mode: 0o755 })
    return `${folder}:${path}`
  }

  const contentOf = (folder: string, file = '') => readFileSync(join(work, folder, file), 'utf8')

  /** Runs the commands of a unit in order, with its environment. A command with the prefix "-" may fail. */
  function runCommands(unit: string, change = (command: string) => command, settings: object = {}): string {
    const lines = readFileSync(join(work, unit), 'utf8')
      .replace(/\\\n */g, ' ')
      .split('\n')
    const valuesOf = (name: string) =>
      lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))
    const pairs = valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))
    const env = { PATH: process.env.PATH, ...Object.fromEntries(pairs), ...settings }
    return (
      valuesOf('ExecStart')
        .map((line) => change(line.replaceAll('%%', '%').replaceAll('$$', '$')))
        .map((line) => (line.startsWith('-') ? `${line.slice(1)} || true` : line))
        // -f, because systemd does not expand globs
        .map((command) => execFileSync('bash', ['--norc', '-fc', command], { env, encoding: 'utf8', stdio: 'pipe' }))
        .join('')
    )
  }
})

function analyse(...args: readonly string[]): string {
  try {
    return execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: string; stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new Error('systemd-analyze is not installed: it is in the package systemd of Debian')
    throw new Error(`systemd-analyze ${args[0]}: ${stdout}${stderr}`)
  }
}

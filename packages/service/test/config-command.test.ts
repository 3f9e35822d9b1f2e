import { once } from 'node:events'
import { readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { Readable } from 'node:stream'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, type TestClient, until } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import {
  linesOf,
  run,
  runOnFullDisk,
  runOnTerminal,
  type Service,
  serve,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { sendDocument } from '../src/administration/call-document-task.js'
import { CommandError } from '../src/commands/command-error.js'

const IMPORT_LIMIT_BYTES = 4_000_000

describe('the command plinth config', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let variables: Variables
    let service: Service
    let sudo: TestClient
    before(async () => {
      tempDatabase = await database.create()
      variables = {
        ...variablesFor(tempDatabase),
        PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
        PLINTH_IMPORT_LIMIT: String(IMPORT_LIMIT_BYTES),
      }
      await start()
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
    })
    const start = async () => {
      service = await serve(variables)
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey)
    }
    const plinth = (args: string, input = '') => run(args.split(' '), variables, input)
    const path = (name: string) => join(tempDatabase.dataDir, name)
    const exported = async () => (await sudo.get('/settings/export_config')).body.data

    it('imports from stdin while the service runs, even a sudo, and exits with 1 for errors', async () => {
      const tables = smallPlant()
      tables.Tags?.push({ name: 'broken-tag', unit: 'furlong', data_type: 'float' })
      tables.Users = [{ username: 'boss', email: 'boss@plant.test', role: 'sudo' }]

      const ended = await plinth('config import --json', fileOf(tables))

      expect(ended).to.deep.include({ code: 1, stderr: '' })
      const report = JSON.parse(ended.stdout)
      expect(report.summary.errors).to.equal(1)
      expect(report.results.errors.Tags).to.deep.equal(['broken-tag: unit "furlong" not found'])
      const { Tags, Users } = await exported()
      expect(Tags.map(({ name }: { name: string }) => name)).to.deep.equal(['PT-1'])
      expect(Users.find(({ username }: { username: string }) => username === 'boss').role.name).to.equal('sudo')
      const login = { username: 'boss', password: report.default_password }
      expect((await service.client.post('/users/login', login)).status).to.equal(200)
    })

    it('prints the password of imported users', async () => {
      const Users = [{ username: 'carol', email: 'carol@plant.test', role: 'guest' }]

      const ended = await plinth('config import', fileOf({ Users }))
      const again = await plinth('config import', fileOf({ Users }))

      const password = ended.stdout.match(/password (\S+),/)?.[1] ?? 'none'
      const { status } = await service.client.post('/users/login', { username: 'carol', password })
      expect([ended.code, status]).to.deep.equal([0, 200])
      expect(ended.stdout).to.include(
        'which they must change at their first login: plinth users list shows who has not. It is not shown again. ' +
          'All of them have the same one, so give users of level 0 and 1 a code instead: plinth users code.',
      )
      expect(again.stdout).to.not.include('password')
      expect(service.stdout + service.stderr).to.not.include(password)
    })

    it('prints how many imported users cannot log in, and the list of users shows who', async () => {
      const otherDatabase = await database.create()
      const closed = { ...variablesFor(otherDatabase), PLINTH_IMPORT_RANDOM_PASSWORD: 'off' }
      const Users = ['carol', 'dora', 'emil'].map((name) => ({
        username: name,
        email: `${name}@plant.test`,
        role: 'guest',
      }))
      await run(['migrate'], closed)

      const ended = await run(['config', 'import'], closed, fileOf({ Users }))
      await run(['users', 'set-password', 'dora'], closed, 'battery staple 7')
      await run(['users', 'disable', 'emil'], closed)
      const listed = JSON.parse((await run(['users', 'list', '--json'], closed)).stdout)
      await otherDatabase.drop()

      expect(ended.stdout).to.match(/^3 new users have no password, and cannot log in until they get one: /m)
      const logins = listed.map(({ username, login }: Record<string, string>) => `${username}: ${login}`)
      expect(logins).to.deep.equal(['sudo: yes', 'carol: no password', 'dora: yes', 'emil: disabled'])
    })

    it('exports to stdout, or to a private file without overwriting one', async () => {
      const [file, old] = [path('new.json'), path('old.json')]
      await writeFile(old, 'precious')

      const [toFile, refused] = await Promise.all([
        plinth(`config export ${file} --json`),
        plinth(`config export ${old}`),
      ])
      const unchanged = await readFile(old, 'utf8')
      const [forced, toStdout] = await Promise.all([plinth(`config export ${old} --force`), plinth('config export')])

      const data = await exported()
      const content = await readFile(file, 'utf8')
      expect(JSON.parse(toFile.stdout)).to.deep.equal({ file, bytes: content.length })
      expect(JSON.parse(content).data).to.deep.equal(data)
      expect(JSON.parse(toStdout.stdout).data).to.deep.equal(data)
      expect((await stat(file)).mode & 0o777).to.equal(0o600)
      expect([toFile, toStdout].map(({ code, stderr }) => `${code}${stderr}`)).to.deep.equal(['0', '0'])
      expect(refused).to.include({ code: 1, stdout: '' })
      expect(refused.stderr).to.include('--force')
      expect(unchanged).to.equal('precious')
      expect(forced.code).to.equal(0)
      expect(JSON.parse(await readFile(old, 'utf8')).data).to.deep.equal(data)
    })

    if (database.name === 'SQLite') {
      it('replaces no file of Plinth, even with --force', async () => {
        const own = ['plinth.db', 'plinth.db-owner', 'plinth.db-wal']

        for (const name of own) {
          const ended = await plinth(`config export ${path(name)} --force`)

          expect(ended).to.include({ code: 1, stdout: '' })
          expect(ended.stderr).to.include('is a file of Plinth itself. Choose another name.')
        }
      })

      const begin = () => beginImport(path('plinth.db-socket'), many(30_000))

      it('prints the result of an import, and writes nothing in a dry run or a failed atomic import', async () => {
        const good = path('good.json')
        await writeFile(good, fileOf({ Manufacturer: [{ name: 'Acme' }, { name: 'Good' }] }))
        const bad = path('bad.json')
        const content = fileOf({ Manufacturer: [{ name: 'Bad' }, { title: 'Bad' }], Tags: [] })
        await writeFile(bad, content.replace(/"Tags":\s*\[\]/, '"Tags":{}'))

        const [imported, dry, atomic, missing] = await Promise.all([
          plinth(`config import ${good}`),
          plinth(`config import --dry-run ${bad}`),
          plinth(`config import --atomic ${bad}`),
          plinth(`config import ${path('missing.json')}`),
        ])

        expect(imported.stdout).to.match(/^Import completed: 1 imported, 1 skipped, 0 errors\./)
        expect(imported.stdout).to.match(/^Manufacturer +1 +1$/m)
        expect(imported).to.include({ code: 0, stderr: '' })
        expect(dry.stdout).to.match(/^Dry run, nothing was written/)
        expect(atomic.stdout)
          .to.match(/^Nothing was written/)
          .and.to.match(/^Manufacturer: .*name/m)
          .and.to.match(/^Tags: is not an array of records$/m)
        const imports = () => service.logLines.filter((line) => line.includes('"event":"configuration-imported"'))
        await until(() => imports().some((line) => line.includes('Manufacturer 1"')))
        expect(imports().map((line) => JSON.parse(line).details)).to.deep.include({
          imported: 1,
          skipped: 1,
          errors: 0,
          tables: 'Manufacturer 1',
        })
        expect(missing).to.deep.equal({
          code: 1,
          stdout: '',
          stderr: `${path('missing.json')} cannot be read (ENOENT).\n`,
        })
        expect([dry.code, atomic.code]).to.deep.equal([1, 1])
        const { Manufacturer } = await exported()
        expect(Manufacturer.map(({ name }: { name: string }) => name)).to.deep.equal(['Acme', 'Good'])
      })

      it('reports the problem with a file that is not a configuration, every time', async () => {
        const control = { signal: new AbortController().signal, onProgress: () => {} }

        for (let time = 0; time < 40; time += 1) {
          const document = Readable.from([Buffer.from('{\n')])
          const refused = await sendDocument(path('plinth.db-socket'), 'config import', document, {}, control).catch(
            (error) => error,
          )
          expect(refused).to.be.instanceOf(CommandError)
        }
        const ended = await plinth('config import', '{\n')

        expect(ended).to.include({ code: 1, stdout: '' })
        expect(linesOf(ended.stderr)).to.have.length(1)
      })

      it('enforces the import limit, and leaves no incomplete file on a full disk', async () => {
        const [tooLarge, cutOff] = await Promise.all([
          plinth('config import', fileOf({ Manufacturer: [{ name: 'x'.repeat(IMPORT_LIMIT_BYTES) }] })),
          runOnFullDisk(['config', 'export', path('half.json')], variables, 1),
        ])

        expect(tooLarge).to.include({ code: 1, stdout: '' })
        expect(tooLarge.stderr).to.match(/larger than 4000000 bytes.*PLINTH_IMPORT_LIMIT/)
        expect(cutOff).to.include({ code: 1, stdout: '' })
        expect(cutOff.stderr).to.match(/half\.json cannot be written \(EFBIG\)/)
        expect((await readdir(tempDatabase.dataDir)).filter((name) => name.includes('half'))).to.deep.equal([])
      })

      it('rolls back an import when the command is killed', async () => {
        const cutOff = sendImport(path('plinth.db-socket'))
        cutOff.write('{"version":"1.0","data":{"Variables":[')
        await until(async () => (await openUploadsOf(service)) === 1)
        cutOff.destroy()
        const { call } = await begin()
        call.destroy()

        const next = await plinth('config import', fileOf({ Variables: [{ name: 'Flow' }] })) // waits for its turn

        expect(next.code).to.equal(0)
        expect((await exported()).Variables.map(({ name }: { name: string }) => name)).to.deep.equal([
          'Pressure',
          'Flow',
        ])
        expect(await openUploadsOf(service)).to.equal(0)
        expect(service.stderr).to.equal('')
      })

      it('rolls back an import when the service is stopped, and reports that', async () => {
        const stalled = sendImport(path('plinth.db-socket'))
        const stalledOutcome = outcomeOf(stalled) // must be waiting before the service stops
        stalled.write('{"version":"1.0"')
        await until(async () => (await openUploadsOf(service)) === 1)
        const { lines } = await begin()

        const both = Promise.all([stalledOutcome, lastLineOf(lines)])
        const ended = await service.end('SIGTERM')

        for (const line of await both)
          expect(JSON.parse(line).refusal.message).to.equal('The service is stopping. Nothing was changed.')
        expect(ended).to.deep.equal({ code: 0, signal: null })
      })

      it('uses the database directly when no service runs, and shows progress on a terminal', async () => {
        const file = path('many.json')
        await writeFile(file, many(1_000))

        const imported = await runOnTerminal(['config', 'import', file], variables)
        const { data } = JSON.parse((await plinth('config export -')).stdout)

        expect(imported.code).to.equal(0)
        for (const phase of ['Starting', 'Reading [', 'Checking', 'Importing records [', '1000 of 1000'])
          expect(imported.stdout).to.include(phase)
        expect(imported.stdout).to.match(/Import completed: 1000 imported/)
        expect(data.Variables).to.have.length(1_002)
      })

      it('requires a file if nothing is piped in', async () => {
        const ended = await runOnTerminal(['config', 'import'], variables)

        expect(ended).to.deep.equal({ code: 1, stdout: 'error: name a file, or pipe a configuration to stdin\r\n' })
      })
    }
  })
})

const many = (count: number) =>
  fileOf({ Variables: Array.from({ length: count }, (_, index) => ({ name: `Variable ${index}` })) })

/** Starts a request like that of the command, for tests that disconnect or stop at a chosen point. */
function sendImport(socketPath: string): ClientRequest {
  return request({ socketPath, method: 'POST', path: '/config%20import' }).on('error', () => {})
}

/** Starts an import, and resolves when some records have been processed. */
async function beginImport(socketPath: string, document: string): Promise<{ call: ClientRequest; lines: Interface }> {
  const call = sendImport(socketPath)
  call.end(document)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const lines = createInterface({ input: response }).on('error', () => {})
  for (;;) {
    const [line] = (await once(lines, 'line')) as [string]
    if (line !== '' && JSON.parse(line).progress.processed > 0) return { call, lines }
  }
}

/** Returns the last line of the response. */
async function outcomeOf(call: ClientRequest): Promise<string> {
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return lastLineOf(createInterface({ input: response }).on('error', () => {}))
}

async function lastLineOf(lines: Interface): Promise<string> {
  let last = ''
  lines.on('line', (line) => {
    if (line !== '') last = line
  })
  await once(lines, 'close')
  return last
}

/** Returns the number of uploaded documents that a service has open. */
async function openUploadsOf({ pid }: Service): Promise<number> {
  const folder = `/proc/${pid}/fd`
  const targets = (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => ''))
  return (await Promise.all(targets)).filter((target) => target.includes('/uploads/')).length
}

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { DATABASE_TABLES, fileOf, smallPlant } from '../../../test/support/configuration.js'
import {
  linesOf,
  PLINTH,
  type ProcessResult,
  REPO_ROOT,
  run,
  runOnFullDisk,
  type Service,
  serve,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { DOCUMENT_TYPE } from '../src/administration/handle-document-task.js'
import { databaseNamed } from './support/database-named.js'

const execute = promisify(execFile)

const TAGS = ['a', 'b', 'c'].map((name) => ({ id: `tag-${name}`, name, unit: 'bar', data_type: 'float' }))
const FILES = [...Object.keys(DATABASE_TABLES).map((name) => `${name}.jsonl`), 'plinth.json'].sort()

describe('a configuration in a folder', function () {
  this.timeout(120_000)

  forEachDatabase((database) => {
    for (const state of ['running', 'stopped'] as const) {
      describe(`while the service is ${state}`, () => {
        let tempDatabase: TempDatabase
        let variables: Variables
        let service: Service | undefined
        let folder: string
        let folderCount = 0
        before(async () => {
          tempDatabase = await database.create()
          variables = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
          if (state === 'running') service = await serve(variables)
          else await run(['migrate'], variables)
          await plinth(['config', 'import'], fileOf({ ...smallPlant(), Tags: TAGS }))
        })
        after(async () => {
          service?.kill()
          await tempDatabase.drop()
        })
        beforeEach(async () => {
          folderCount += 1
          folder = join(tempDatabase.dataDir, `plant-${folderCount}`)
          const exported = await plinth(['config', 'export', `${folder}/`])
          expect(exported).to.include({ code: 0, stderr: '' })
          expect(exported.stdout).to.match(/^The configuration was exported to .* \(17 files, \d[^)]*\)\.\n$/)
        })
        const plinth = (args: readonly string[], input = '') => run(args, variables, input)
        const file = (name: string) => join(folder, name)
        const replaceIn = async (name: string, search: string | RegExp, replacement: string) =>
          writeFile(file(name), (await readFile(file(name), 'utf8')).replace(search, replacement))
        const apply = async (source: string, input = '', mode = 'update') => {
          const planned = await plinth(['config', 'plan', source, '--mode', mode, '--json'], input)
          const [plan] = linesOf(planned.stdout).map((line) => JSON.parse(line))
          expect(await plinth(['config', 'apply', plan.id])).to.include({ code: 0, stderr: '' })
        }
        /** Runs `import`, `plan` and `diff` on the folder. */
        const importPlanAndDiff = async () => {
          const ended: ProcessResult[] = []
          for (const name of ['import', 'plan', 'diff']) ended.push(await plinth(['config', name, folder]))
          return ended
        }
        const setTagDescription = (name: string, description: string | null) =>
          apply('-', fileOf({ Tags: [{ name, description }] }))

        it('has a file for each table, which only this user can read', async () => {
          const again = await plinth(['config', 'export', folder, '--json'])

          const { bytes, ...printed } = JSON.parse(again.stdout)
          expect(again.code).to.equal(0)
          expect(printed).to.deep.equal({ folder, files: FILES.length })
          expect(bytes).to.be.greaterThan(1_000)
          expect((await readdir(folder)).sort()).to.deep.equal(FILES)
          for (const name of FILES) expect((await stat(file(name))).mode & 0o777, name).to.equal(0o600)
          expect((await stat(folder)).mode & 0o777).to.equal(0o700)
          expect(await readFile(file('plinth.json'), 'utf8')).to.equal('{"version":"1.0"}\n')
          expect(await readFile(file('Manufacturer.jsonl'), 'utf8')).to.equal('{"name":"Acme"}\n')
          expect(await readFile(file('Alarms.jsonl'), 'utf8')).to.equal('')
          const tags = linesOf(await readFile(file('Tags.jsonl'), 'utf8')).map((line) => JSON.parse(line).name)
          expect(tags).to.deep.equal(['a', 'b', 'c'])
        })

        it('differs by one line in git when one tag was changed', async () => {
          const git = async (...args: string[]) => (await execute('git', args, { cwd: folder })).stdout
          await git('init', '--quiet')
          await git('add', '.')
          await git('-c', 'user.name=Anna', '-c', 'user.email=anna@plant.test', 'commit', '--quiet', '-m', 'The plant')

          await setTagDescription('b', 'Inlet')
          await plinth(['config', 'export', folder])
          const changed = await git('diff', '--numstat')
          await setTagDescription('b', null)
          await plinth(['config', 'export', folder])

          expect(changed).to.equal('1\t1\tTags.jsonl\n')
          expect(await git('status', '--porcelain')).to.equal('')
        })

        it('is compared, planned, applied and imported like a file', async () => {
          const same = await plinth(['config', 'diff', folder, '--mode', 'mirror'])
          await replaceIn('Tags.jsonl', '"description":null', '"description":"Outlet"')
          await replaceIn('Tags.jsonl', /^.*"name":"c".*\n/m, '')
          await appendFile(file('Variables.jsonl'), '{"name":"Flow"}\n')

          const different = await plinth(['config', 'diff', folder, '--mode', 'mirror'])
          await apply(folder, '', 'mirror')
          const after = await plinth(['config', 'diff', folder, '--mode', 'mirror'])
          await appendFile(file('Tags.jsonl'), `${JSON.stringify(TAGS[2])}\n`)
          const imported = await plinth(['config', 'import', folder, '--json'])
          await setTagDescription('a', null)

          expect([same.code, different.code, after.code, imported.code]).to.deep.equal([0, 2, 0, 0])
          expect(linesOf(different.stdout)).to.include.members([
            '~ Tags a  description: null → "Outlet"',
            '− Tags c',
            '+ Variables Flow',
          ])
          expect(JSON.parse(imported.stdout).results.imported).to.deep.include({ Tags: 1, Variables: 0 })
        })

        it('can be a side of a comparison or a merge, like a file', async () => {
          const theirs = `${folder}-theirs/`
          await plinth(['config', 'export', theirs])
          await appendFile(join(theirs, 'Variables.jsonl'), '{"name":"Torque"}\n')
          await replaceIn('Manufacturer.jsonl', /.*\n/, '')

          const same = await plinth(['config', 'compare', theirs, theirs])
          const removed = await plinth(['config', 'compare', folder, 'present'])
          const merged = await plinth(['config', 'merge', folder, theirs])

          expect(same).to.deep.equal({ code: 0, stdout: 'They are the same.\n', stderr: '' })
          expect(removed).to.include({ code: 2, stderr: '' })
          expect(linesOf(removed.stdout)).to.deep.equal(['Manufacturer  +1  ~0  −0', '+ Manufacturer Acme'])
          expect(merged).to.include({ code: 2, stderr: '' })
          expect(linesOf(merged.stdout)).to.include.members(['Variables  +1  ~0  −0', '+ Variables Torque'])
        })

        it('may have lines that end in CRLF, empty lines, and a last one without an end', async () => {
          await replaceIn('Units.jsonl', /\n/g, '\r\n\r\n')
          await replaceIn('Tags.jsonl', /\n$/, '')
          await writeFile(file('Alarms.jsonl'), '\n \n')
          await writeFile(file('plinth.json'), '{}')

          const compared = await plinth(['config', 'diff', folder, '--mode', 'mirror'])

          expect(compared).to.include({ code: 0, stderr: '' })
        })

        it('stays as it is on a full disk', async () => {
          await setTagDescription('a', 'x'.repeat(200))
          await writeFile(file('Pipes.jsonl'), '')
          const before = await contentOf(folder)

          const cutOff = await runOnFullDisk(['config', 'export', folder], variables, 1)
          await setTagDescription('a', null)

          // Without a service, the command opens the SQLite file itself, which is on that disk too
          const isDatabaseElsewhere = database.name === 'PostgreSQL' || state === 'running'
          expect(cutOff.code).to.equal(isDatabaseElsewhere ? 1 : 3)
          if (isDatabaseElsewhere) expect(cutOff.stderr).to.include(`${folder} cannot be written (EFBIG)`)
          expect(await contentOf(folder)).to.deep.equal(before)
        })

        // The command alone reads and writes the files, so that the database does not matter
        if (database.name !== 'SQLite') return

        it('is refused, with the file and line, for a merge conflict marker and for a line that is not a JSON object', async () => {
          const tags = await readFile(file('Tags.jsonl'), 'utf8')
          const [first = '', second = ''] = tags.split('\n')
          await writeFile(file('Tags.jsonl'), `${first}\n<<<<<<< HEAD\n${second}\n=======\n${second}\n>>>>>>> other\n`)

          const ended = await importPlanAndDiff()
          await writeFile(file('Tags.jsonl'), `${tags}[]\n`)
          const array = await plinth(['config', 'diff', folder])

          const stderr = `Line 2 of ${file('Tags.jsonl')} is not a JSON object.\n`
          expect(ended).to.deep.equal(ended.map(() => ({ code: 1, stdout: '', stderr })))
          expect(array.stderr).to.equal(`Line 4 of ${file('Tags.jsonl')} is not a JSON object.\n`)
        })

        it('is refused with the file and line of a record that has a key twice', async () => {
          const [line = ''] = (await readFile(file('Tags.jsonl'), 'utf8')).split('\n')
          await appendFile(file('Units.jsonl'), '\n')

          for (const [broken, key] of [
            [line.replace('{', '{"name": "a",'), 'name'],
            [line.replace(/}$/, ',"machine":{"x":{"a":1},"y":{"a":2,"\\u0061":3}}}'), 'a'],
          ] as const) {
            await replaceIn('Tags.jsonl', /^.*$/m, broken)
            const { code, stderr } = await plinth(['config', 'diff', folder])
            expect([code, stderr]).to.deep.equal([
              1,
              `Line 1 of ${file('Tags.jsonl')} has the key "${key}" more than once.\n`,
            ])
          }
        })

        it('may have records with other white space and escapes than those of an export', async () => {
          await replaceIn('Tags.jsonl', /"name":/g, '  "name" : ')
          await replaceIn('Units.jsonl', /"name"/g, '"n\\u0061me"')

          expect(await plinth(['config', 'diff', folder, '--mode', 'mirror'])).to.include({ code: 0, stderr: '' })
        })

        it('is refused if a file is not UTF-8, or if its name cannot be decoded', async () => {
          await writeFile(file('Variables.jsonl'), Buffer.from('{"name":"Temp\xe9rature"}\n', 'latin1'))
          const latin1 = await plinth(['config', 'import', folder])
          await writeFile(file('Variables.jsonl'), '')
          await writeFile(file('100%.jsonl'), '')
          const unnamed = await plinth(['config', 'import', folder])
          await rm(file('100%.jsonl'))
          await writeFile(file('Pipes.jsonl'), '')
          const unknown = await plinth(['config', 'import', folder])

          expect(latin1).to.deep.equal({
            code: 1,
            stdout: '',
            stderr: `${file('Variables.jsonl')} is not UTF-8. Convert it, or export the folder again.\n`,
          })
          expect(unnamed.stderr).to.equal(
            `The name of ${file('100%.jsonl')} has an invalid % escape. Rename the file after its table, or export the folder again.\n`,
          )
          expect(unknown.code).to.equal(1)
          expect(unknown.stdout).to.match(/^Pipes: /m)
        })

        it('is refused if a pipe is in the place of a file', async () => {
          const refused: string[] = []
          for (const name of ['Variables.jsonl', 'plinth.json']) {
            await rm(file(name))
            await execute('mkfifo', [file(name)])
            refused.push((await plinth(['config', 'diff', folder])).stderr)
          }

          expect(refused).to.deep.equal([
            `${file('Variables.jsonl')} is not a file. Replace it with one, or remove it.\n`,
            `${file('plinth.json')} is not a file. Replace it with one, or remove it.\n`,
          ])
        })

        it('is refused without the file that marks it, or if that is damaged', async () => {
          await writeFile(file('plinth.json'), '{"version":')
          const damaged = await plinth(['config', 'plan', folder])
          await writeFile(file('plinth.json'), '{"version":"2.0"}')
          const newer = await plinth(['config', 'plan', folder])
          await rm(file('plinth.json'))
          const unmarked = await importPlanAndDiff()
          const before = await contentOf(folder)
          const exported = await plinth(['config', 'export', folder])

          expect(damaged.stderr).to.equal(`${file('plinth.json')} is not a JSON object.\n`)
          expect(newer).to.include({ code: 1, stdout: '' })
          expect(newer.stderr).to.include('2.0')
          for (const { code, stderr } of unmarked)
            expect([code, stderr]).to.deep.equal([
              1,
              `${folder} is a folder without plinth.json. Name a configuration file, or a folder that plinth config export has written.\n`,
            ])
          expect(exported).to.deep.equal({
            code: 1,
            stdout: '',
            stderr: `${folder} has .jsonl files, but no plinth.json: it is not a configuration. Choose another folder.\n`,
          })
          expect(await contentOf(folder)).to.deep.equal(before)
        })

        it('loses the file of a table that is gone, and keeps all other files', async () => {
          await writeFile(file('Pipes.jsonl'), '{"name":"P-1"}\n')
          await writeFile(file('README.md'), 'Our plant')
          await mkdir(file('notes'))

          const { stderr } = await plinth(['config', 'export', folder])

          expect(stderr).to.equal('')
          expect((await readdir(folder)).sort()).to.deep.equal([...FILES, 'README.md', 'notes'].sort())
        })

        it('loses the drafts of an export that was killed, but not those of one that runs', async () => {
          const ended = spawn('true')
          await once(ended, 'close')
          const drafts = [`Tags.jsonl.draft-${ended.pid}`, `plinth.json.draft-${ended.pid}`]
          const kept = [`Units.jsonl.draft-${process.pid}`, 'Tags.jsonl.2024', `Tags.jsonl.draft-${ended.pid}.txt`]
          for (const name of [...drafts, ...kept]) await writeFile(file(name), '{"name":"half')

          const read = await plinth(['config', 'diff', folder, '--mode', 'mirror'])
          const { code, stderr } = await plinth(['config', 'export', folder])

          expect(read).to.include({ code: 0, stderr: '' })
          expect([code, stderr]).to.deep.equal([0, ''])
          expect((await readdir(folder)).sort()).to.deep.equal([...FILES, ...kept].sort())
        })

        it('stays as it is if a folder is in the way of a file', async () => {
          await setTagDescription('a', 'Not exported')
          for (const name of ['Units.jsonl', 'Pipes.jsonl', 'plinth.json']) {
            await rm(file(name), { force: true })
            const before = await contentOf(folder)
            await mkdir(file(name))

            const refused = await plinth(['config', 'export', folder])

            expect(refused).to.deep.equal({
              code: 1,
              stdout: '',
              stderr: `${file(name)} is a folder. Remove it, or choose another folder.\n`,
            })
            await rm(file(name), { recursive: true })
            expect(await contentOf(folder)).to.deep.equal(before)
            await writeFile(file(name), name === 'plinth.json' ? '{}' : '')
          }
          await setTagDescription('a', null)
        })

        it('is not written where there is a file', async () => {
          const inFile = await plinth(['config', 'export', `${file('Tags.jsonl')}/`])

          expect(inFile).to.include({ code: 1, stdout: '' })
          expect(inFile.stderr).to.match(/Tags\.jsonl\/ cannot be written \((EEXIST|ENOTDIR)\)/)
        })
      })
    }
  })

  describe('whose export is not completed', () => {
    let tempDatabase: TempDatabase
    let folder: string
    beforeEach(async () => {
      tempDatabase = await databaseNamed('SQLite').create()
      folder = join(tempDatabase.dataDir, 'plant')
      await mkdir(folder)
      await writeFile(join(folder, 'plinth.json'), '{"version":"0.9"}\n')
      await writeFile(join(folder, 'Tags.jsonl'), '{"name":"former"}\n')
      await writeFile(join(folder, 'Gone.jsonl'), '')
    })
    afterEach(() => tempDatabase.drop())

    const BEGINNING = '{"version":"1.0","data":{\n"AlarmTypes":[\n{"name":"HIGH"}\n],\n"Tags":[\n{"name":"new"},\n'
    const ENDS: Readonly<Record<string, readonly [end: End, stderr: RegExp]>> = {
      'is interrupted': [(_, interrupt) => interrupt('SIGINT'), /^Interrupted\. No file was written\.\n$/],
      'is terminated': [(_, interrupt) => interrupt('SIGTERM'), /^Interrupted\. No file was written\.\n$/],
      'is cut off': [(response) => response.destroy(), /^The export was cut off .*\n$/],
      'ends early': [(response) => response.end(), /^The export was cut off\. No file was replaced\.\n$/],
      'ends within a record': [
        (response) => response.end('{"na'),
        /^The export was cut off\. No file was replaced\.\n$/,
      ],
    }

    for (const [what, [end, message]] of Object.entries(ENDS)) {
      it(`stays as it is when the export ${what}`, async () => {
        const before = await contentOf(folder)
        const responses: ServerResponse[] = []
        const server = createServer((_, response) => {
          response.writeHead(200, { 'Content-Type': DOCUMENT_TYPE })
          response.write(BEGINNING)
          responses.push(response)
        }).listen(join(tempDatabase.dataDir, 'plinth.db-socket'))
        await once(server, 'listening')

        const args = [...PLINTH, 'config', 'export', folder]
        const child = spawn(process.execPath, args, { cwd: REPO_ROOT, env: variablesFor(tempDatabase) })
        const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
        await until(async () => (await readdir(folder)).some((name) => name.startsWith('Tags.jsonl.')))
        end(responses[0] as ServerResponse, (signal) => child.kill(signal))
        const [stdout, stderr, [code]] = await printed
        server.close()

        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr).to.match(message)
        expect(await contentOf(folder)).to.deep.equal(before)
      })
    }
  })
})

type End = (response: ServerResponse, interrupt: (signal: 'SIGINT' | 'SIGTERM') => void) => void

/** Returns the content of the files in a folder, by name. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  )
}

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as kernel from '@plinth/kernel'
import { TEST_PASSWORD, type TempDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { CONDITIONS, REPO_ROOT, type Service, serve, variablesFor } from '../support/service-process.js'

const execute = promisify(execFile)
const PUMPS = 'examples/pumps/src'

/** A code block in a document, and the file that it quotes, if any. */
interface Block {
  readonly code: string
  readonly file: string | undefined
}

/** Code appended to programs, for example to stop them, by the names in `PROGRAMS`. */
const APPENDED_CODE: Readonly<Record<string, string>> = {
  'a server': 'console.log(plinth.routes.length > 20)\nawait plinth.stop()\nprocess.exit(0)\n',
  'a plugin at every point': `
    import { COMMAND, createPlinth } from '@plinth/service'
    const plinth = createPlinth({ databaseUrl: 'sqlite::memory:', announce: () => {} }).use(gates)
    await plinth.start()
    const { userService, userAdministration, database, metricsReport } = plinth.services
    const anna = { username: 'anna', email: 'anna@plant.test', roleName: 'operator' }
    const refusal = await userService.signUp(COMMAND, { ...anna, password: 'my-big-gate-7' }).catch(({ code }) => code)
    const { identifier } = await userService.signUp(COMMAND, { ...anna, password: 'anna-has-a-dog' })
    await database.write((transaction) => transaction('gate_badges').insert({ identifier }))
    const badges = (text: string) => text.match(/^gate_badges (.*)$/m)?.[1]
    const before = badges(await metricsReport.text())
    await userAdministration.change(COMMAND, 'anna', { isDisabled: true })
    const events = await database.read((knex) => knex('gate_events').pluck('event'))
    console.log(refusal, before, events.slice(-2).join(), 'gate_badges', badges(await metricsReport.text()))
    await plinth.stop()
  `,
  'a task in the background': `
    import { createPlinth } from '@plinth/service'
    const plinth = createPlinth({ databaseUrl: 'sqlite::memory:', announce: () => {} }).use(escalation)
    await plinth.start()
    const { database, clock } = plinth.services
    const order = (opened_at: number) => ({ status: 'open', escalated: false, opened_at })
    const orders = [order(clock.now() - DAY_MS - 1), order(clock.now() - 1)]
    await database.write((transaction) => transaction('work_orders').insert(orders))
    await plinth.services.escalation.run()
    const escalated = await database.read((knex) => knex('work_orders').where({ escalated: true }).pluck('id'))
    console.log(escalated.join() === '1' ? "only yesterday's" : escalated)
    await plinth.stop()
  `,
  'all kinds of fields': `
    import { createPlinth } from '@plinth/service'
    const plinth = createPlinth({ databaseUrl: 'sqlite::memory:', announce: () => {} }).use(valves)
    await plinth.start()
    const [table] = plinth.services.contributions.to(configurationTables).filter(({ name }) => name === 'Valves')
    console.log(Object.values(table?.fields ?? {}).map(({ kind }) => kind).join())
    await plinth.stop()
  `,
  'a plugin': `
    import { createPlinth } from '@plinth/service'
    const options = { databaseUrl: 'sqlite::memory:', announce: () => {}, pluginSettings: { noteLength: 5 } }
    const plinth = createPlinth(options).use(notes)
    await plinth.start()
    await plinth.services.notes.add('valve')
    await plinth.services.notes.add('valve 7').catch(({ code }) => console.log(code))
    await plinth.stop()
  `,
}

/** The programs of each document in order: a name, and the pattern of their output. */
const PROGRAMS: readonly [document: string, programs: readonly [name: string, printed: RegExp][]][] = [
  [
    'README.md',
    [
      ['a server', /^-+\nFirst user \(shown only once\):\n.*\n-+\ntrue$/s],
      ['a login from code', /^anna admin$/],
      ['a kernel with two plugins', /username: 'sudo'/],
      ['a caller', /^\[ 'sudo' \]$/],
      ['a plugin', /^TOO_LONG$/],
    ],
  ],
  [
    'docs/plugins.md',
    [
      ['a host of the pumps', /^\[\]$/],
      ['a task in the background', /^only yesterday's$/],
      ['a plugin at every point', /^PASSWORD_REFUSED 1 signup,user-disabled gate_badges 0$/],
    ],
  ],
  ['examples/pumps/README.md', [['a server', /^-+\nFirst user \(shown only once\):\n.*\n-+\ntrue$/s]]],
  [
    'docs/configuration-files.md',
    [
      ['a table of pumps', /^$/],
      ['all kinds of fields', /^row-id,text,text,number,integer,boolean,timestamp,reference,derived,ignored$/],
    ],
  ],
]

describe('the code in the documentation', function () {
  this.timeout(60_000)

  for (const document of ['README.md', 'docs/embedding.md', 'docs/plugins.md']) {
    it(`in ${document} matches the example files that it quotes`, async () => {
      const quoted = (await blocksOf(document)).filter(({ file }) => file)

      expect(quoted).not.to.be.empty
      for (const { code, file = '' } of quoted) expect(await read(file), `${document}, ${file}`).to.include(code)
    })
  }

  it('in docs/plugins.md quotes every file of the pumps example', async () => {
    const quoted = new Set((await blocksOf('docs/plugins.md')).map(({ file }) => file))
    const names = await readdir(join(REPO_ROOT, PUMPS), { recursive: true })
    const files = names.filter((name) => name.endsWith('.ts') && name !== 'index.ts').map((name) => `${PUMPS}/${name}`)

    expect([...quoted].filter((file) => file?.startsWith(PUMPS))).to.have.members(files)
  })

  it('in docs/plugins.md contributes to every extension point', async () => {
    const example = (await blocksOf('docs/plugins.md')).find(({ code }) => code.includes("name: 'gates'"))?.code ?? ''
    const points = Object.entries(kernel).filter(([, value]) => typeof Object(value).key === 'symbol')

    expect(points).to.have.lengthOf.above(10)
    expect(points.map(([name]) => name).filter((name) => !example.includes(` ${name}.of(`))).to.deep.equal([])
  })

  describe('without a quoted file', () => {
    let folder: string
    let database: TempDatabase
    let service: Service
    before(async () => {
      // In the repository, so that Node resolves its packages
      folder = await mkdtemp(join(REPO_ROOT, 'test', 'code-blocks-'))
      database = await (testDatabases[0] as (typeof testDatabases)[number]).create()
      service = await serve({ ...variablesFor(database), PLINTH_SUDO_PASSWORD: TEST_PASSWORD })
    })
    after(async () => {
      service.kill()
      await database.drop()
      await rm(folder, { recursive: true })
    })

    for (const [document, programs] of PROGRAMS) {
      it(`prints what it should, in ${document}`, async () => {
        const blocks = (await blocksOf(document)).filter(({ file }) => file === undefined)
        expect(blocks).to.have.lengthOf(programs.length)

        for (const [index, [name, printed]] of programs.entries()) {
          const code = onFreePorts(blocks[index]?.code ?? '').replace('http://127.0.0.1:8050/api', service.url)
          const file = `${document.replace(/\W/g, '-')}-${index}.ts`
          await writeFile(join(folder, file), `${code}\n${APPENDED_CODE[name] ?? ''}`)
          const output = await runProgram(folder, file)
          expect(output.trim(), name).to.match(printed)
        }
      })
    }

    it('compiles', () => compile(folder))
  })
})

/** Changes a program so that it listens on free ports. */
function onFreePorts(code: string): string {
  return code.replace('3000', '0').replace('{ announce:', '{ port: 0, announce:')
}

/** Runs a program in a new folder, which will contain its data. */
async function runProgram(folder: string, file: string): Promise<string> {
  const args = ['--import', import.meta.resolve('tsx'), ...CONDITIONS, join(folder, file)]
  const { PATH = '' } = process.env
  const env = { PATH, FIRST_PASSWORD: TEST_PASSWORD, SUDO_PASSWORD: TEST_PASSWORD }
  const cwd = await mkdtemp(join(folder, 'data-'))
  const { stdout, stderr } = await execute(process.execPath, args, { cwd, env })
  expect(stderr).to.equal('')
  return stdout
}

async function compile(folder: string): Promise<void> {
  const compilerOptions = CONDITIONS.length === 0 ? { customConditions: [] } : {}
  const configuration = { extends: '../../tsconfig.check.json', include: ['*.ts'], compilerOptions }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const result = await execute('node_modules/.bin/tsc', ['-p', folder], { cwd: REPO_ROOT }).catch((error) => error)
  const { code = 0, stdout, stderr } = result
  expect({ code, stdout }, stderr).to.deep.equal({ code: 0, stdout: '' })
}

async function blocksOf(document: string): Promise<Block[]> {
  const blocks = (await read(document)).matchAll(/^```(?:ts|json(?= \S)) *(\S*)\n(.*?)^```$/gms)
  return [...blocks].map(([, file, code = '']) => ({ code, file: file || undefined }))
}

const read = (path: string) => readFile(join(REPO_ROOT, path), 'utf8')

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectWithEverything } from './support/installed.js'
import { packages, packedOf } from './support/packed.js'
import { run } from './support/run.js'
import { REPO_ROOT } from './support/work-folder.js'

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2023',
  types: ['node'],
  noEmit: true,
}
const RESOLUTIONS = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}
const COMPILERS = {
  'TypeScript 7': join(REPO_ROOT, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': join(REPO_ROOT, 'docs/node_modules/typescript/bin/tsc'),
}

/** The code of a project with its own plugin. */
const HOST = `
import { createServer } from 'node:http'
import { defineErrors, definePlugin, defineRoute, type Database, type Kernel } from '@plinth/kernel'
import type { UserDirectory } from '@plinth/kernel/contracts'
import { createPlinth, type PlinthOptions, type StandardServices } from '@plinth/service'
import { object, string } from 'yup'

const errors = defineErrors({ TOO_LONG: [400, 'A note has at most {most} characters.'] })

class Notes {
  readonly #database: Database
  readonly #users: UserDirectory
  constructor({ database, userDirectory }: { database: Database; userDirectory: UserDirectory }) {
    this.#database = database
    this.#users = userDirectory
  }
  async add(author: string, text: string): Promise<void> {
    if (!(await this.#users.find(author)) || text.length > 500) throw errors.TOO_LONG({ most: 500 })
    await this.#database.write((transaction) => transaction('notes').insert({ author, text }))
  }
}

const addNote = (notes: Notes) =>
  defineRoute({
    method: 'POST',
    path: '/notes',
    summary: 'Add a note',
    access: { maxLevel: 10 },
    body: object({ text: string().required() }),
    responses: { 200: object({ message: string().required() }) },
    errors: [errors.TOO_LONG],
    handle: async ({ body, principal }) => {
      await notes.add(principal.kind === 'user' ? principal.username : principal.kind, body.text)
      return { message: 'Note added' }
    },
  })

export const notes = definePlugin<{ userDirectory: UserDirectory }>()({
  name: 'notes',
  dependsOn: ['users'],
  errors,
  migrations: [{ name: '001-notes', up: async (trx) => trx.schema.createTable('notes', (table) => { table.text('text') }) }],
  services: { notes: Notes },
  routes: ({ notes }) => [addNote(notes)],
})

const options: PlinthOptions = { dataDir: './data', bcryptCost: 4, plugins: [notes] }
const plinth: Kernel<StandardServices> = createPlinth(options)
const withNotes = createPlinth({ dataDir: './data' }).use(notes)
await plinth.start()
createServer(plinth.handler).listen(8050)
export const found: string | undefined = (await plinth.services.userDirectory.find('sudo'))?.username
export const added: Promise<void> = withNotes.services.notes.add('sudo', 'Good day')
// @ts-expect-error a setting has a type
createPlinth({ bcryptCost: 'four' })
// @ts-expect-error a service that no plugin provides
plinth.services.notes
`

describe('a strict TypeScript project', () => {
  let sources: string
  before(async () => {
    sources = join(await projectWithEverything(), 'types')
    await mkdir(join(sources, 'wrong'), { recursive: true })
    const names = packages.map(({ manifest }) => manifest.name)
    await write(
      'every.mts',
      names.map((name, index) => `export * as every${index} from '${name}'`),
    )
    await write(
      'required.cts',
      names.map((name, index) => `import every${index} = require('${name}')\nexport { every${index} }`),
    )
    await write('host.mts', [HOST])
    await write('mocha.d.ts', ['declare function it(name: string, test: () => Promise<void>): void'])
    for (const name of names) await write(`readme-of-${name.split('/')[1]}.mts`, [await exampleOf(name)])
  })

  const write = (name: string, lines: readonly string[]) => writeFile(join(sources, name), `${lines.join('\n')}\n`)

  for (const [compiler, tsc] of Object.entries(COMPILERS)) {
    for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
      it(`compiles against all packages with ${compiler} and ${name}`, async () => {
        const files = { include: ['*.mts', 'mocha.d.ts', ...(name === 'nodenext' ? ['*.cts'] : [])] }
        await write(`${name}.json`, [JSON.stringify({ compilerOptions: { ...STRICT, ...resolution }, ...files })])

        const { code, stdout } = await run(process.execPath, [tsc, '-p', `${name}.json`], { cwd: sources })

        expect(stdout).to.equal('')
        expect(code).to.equal(0)
      })
    }
  }

  it('does not compile with an invalid line', async () => {
    await write('wrong/host.mts', [`import { createPlinth } from '@plinth/service'`, `createPlinth({ port: 'a' })`])
    await write('wrong.json', [
      JSON.stringify({ compilerOptions: { ...STRICT, ...RESOLUTIONS.nodenext }, files: ['wrong/host.mts'] }),
    ])

    const { code, stdout } = await run(process.execPath, [COMPILERS['TypeScript 7'], '-p', 'wrong.json'], {
      cwd: sources,
    })

    expect(code).to.be.greaterThan(0)
    expect(stdout).to.match(/^wrong\/host\.mts.* error TS2322: Type 'string' is not assignable to type 'number'/)
  })
})

/** Returns the first code block of a package's README, a complete module. Later blocks may be fragments. */
async function exampleOf(name: string): Promise<string> {
  const { contents, files } = await packedOf(name)
  const readme = files.includes('README.md') ? await readFile(join(contents, 'README.md'), 'utf8') : ''
  return `${/```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''}\nexport {}`
}

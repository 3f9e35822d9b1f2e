import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { cyclesIn, type Import, importsOf, readSources, type Sources } from './imports.js'

const KERNEL = 'packages/kernel/src/'
const PAGE = 'plugins/console/page/'

/** The layers of the kernel, the lowest first: a file imports only from its own layer or lower ones. */
const LAYERS = [
  ...[
    'async',
    'text',
    'errors',
    'logging',
    'storage',
    'security',
    'contracts',
    'http',
    'settings',
    'plugins',
    'services',
  ],
  ...['tools', 'platform', 'kernel.ts', 'boot', 'composition', 'index.ts'],
]

/** Files that match `from` must not import files or packages that match `to`. */
interface Rule {
  readonly name: string
  readonly from: RegExp
  readonly to: RegExp
  /** Whether type-only imports are forbidden too. */
  readonly includesTypes: boolean
}

const RULES: readonly Rule[] = [
  rule('the kernel imports no other workspace', /^packages\/kernel\//, /^(plugins|examples|packages\/(?!kernel\/))/),
  rule(
    'a plugin imports only the entry points of the kernel that are meant for plugins',
    /^plugins\/(?!console\/page\/)/,
    /^packages\/(?!kernel\/src\/((contracts|tools)\/)?index\.ts$)/,
  ),
  rule('a plugin imports no other plugin', /^plugins\//, /^plugins\//),
  rule('only the service imports plugins', /^packages\/(?!service\/)/, /^plugins\//),
  rule('the client imports no other workspace', /^packages\/client\//, /^(plugins|packages\/(?!client\/))/),
  rule('no workspace imports an example', /^(plugins|packages)\//, /^examples\//),
  rule(
    'an example imports only public entry points',
    /^examples\//,
    /^(plugins|packages)\/[^/]+\/src\/(?!(\w+\/)?index\.ts$)/,
  ),
  rule('only the http layer imports restify', /^(?!bench|packages\/kernel\/src\/http\/)/, /^restify(-errors)?(\/|$)/),
  rule(
    'only storage imports a database driver',
    /^(?!bench|packages\/(kernel\/src\/storage|testing)\/)/,
    /^(pg|sqlite3)$/,
  ),
  {
    ...rule(
      'only storage imports Knex, except for types',
      /^(?!bench|packages\/kernel\/src\/storage\/)/,
      /^knex(\/|$)/,
    ),
    includesTypes: false,
  },
  {
    ...rule('only boot imports awilix, except for types', /^(?!packages\/kernel\/src\/boot\/)/, /^awilix$/),
    includesTypes: false,
  },
]

describe('the imports of all source files, types included', () => {
  const sources = readSources()
  const imports = importsOf(sources)

  it('are found', () => {
    expect(imports.length).to.be.greaterThan(1_000)
    expect(imports.map(({ to }) => to)).to.include.members(['knex', 'packages/kernel/src/index.ts'])
  })

  for (const each of RULES)
    it(`comply with the rule: ${each.name}`, () => {
      expect(violationsOf(each, imports)).to.deep.equal([])
    })

  it('never point from a layer of the kernel to one above it', () => {
    expect(upwardImports(imports)).to.deep.equal([])
  })

  it('of the console page name only preact, entry points of the client, its own files and types of the plugin', () => {
    expect(foreignImportsOfPage(imports)).to.deep.equal([])
  })

  it('have no cycles', () => {
    expect(cyclesIn(imports)).to.deep.equal([])
  })

  describe('with a forbidden one added', () => {
    for (const [file, text, find] of [
      ['plugins/tpt/src/added.ts', "import { users } from '../../users/src/plugin.js'", brokenRules],
      ['packages/kernel/src/storage/added.ts', "import type { Kernel } from '../kernel.js'", upwardImports],
      ['packages/kernel/src/http/added.ts', "export * from '../boot/boot.js'", upwardImports],
      ['plugins/tpt/src/added.ts', "const sqlite = await import('sqlite3')", brokenRules],
      ['plugins/console/page/added.tsx', "import { text } from '@plinth/kernel'", foreignImportsOfPage],
      ['plugins/console/page/added.tsx', "import { page } from '../src/page.js'", foreignImportsOfPage],
      ['plugins/console/page/added.tsx', "import '../../../packages/client/src/client.js'", foreignImportsOfPage],
      ['plugins/console/page/shell/location.ts', "import type { App } from '../app.js'", cyclesIn],
      ['packages/kernel/src/storage/dialect.ts', "import type { Database } from './database.js'", cyclesIn],
    ] as const) {
      it(`fail the check: ${text} in ${file}`, () => {
        expect(find(importsOf(withFile(sources, file, text)))).to.have.lengthOf.above(find(imports).length)
      })
    }
  })
})

describe('the entry point of the kernel', () => {
  it('exports between 50 and 130 names', () => {
    const index = readFileSync(`${KERNEL}index.ts`, 'utf8')

    const names = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').filter((name) => name.trim() !== ''),
    )

    expect(names).to.have.lengthOf.within(50, 130)
  })
})

describe('the source files of packages and plugins', () => {
  const sources = [...readSources()].filter(([file]) => /^(packages|plugins)\//.test(file))
  const filesWith = (expression: RegExp) => sources.filter(([, text]) => expression.test(text)).map(([file]) => file)

  for (const [what, expression, allowed] of [
    ['read process.env', /process\.env/, /^packages\/(service|testing)\//],
    ['handle signals and uncaught errors', /process\.on\(/, /^packages\/service\//],
    ['write to the console', /\bconsole\.\w+\(|process\.std(out|err)/, /^packages\/service\//],
    ['name a database driver', /['"](pg|sqlite3)['"]/, /^packages\/(kernel\/src\/storage|testing)\//],
    ['name restify', /['"]restify(-errors)?['"]/, /^packages\/kernel\/src\/http\//],
    ['name jsonwebtoken', /['"]jsonwebtoken['"]/, /^plugins\/tpt\//],
    ['name bcrypt', /['"]bcrypt['"]/, /^plugins\/users\//],
  ] as const) {
    it(`${what} only where that is allowed`, () => {
      expect(filesWith(expression).filter((file) => !allowed.test(file))).to.deep.equal([])
    })
  }

  it('send requests of the page only through the client, except for uploads that show their progress', () => {
    const senders = filesWith(/\bfetch\(|new XMLHttpRequest/).filter((file) => file.startsWith(PAGE))

    expect(senders).to.deep.equal([`${PAGE}pages/configuration/send-with-progress.ts`])
  })

  it('name no table of another plugin in config-transfer', () => {
    const tables =
      /plinth_(?!migrations|imports_|exports_|plans|plan_changes|snapshots|snapshot_tables|files|file_records|configuration_|journal_)\w+|['"](Tags|Alarms|Machines|Users|Roles|Units|Segment)['"]/

    expect(filesWith(tables).filter((file) => file.startsWith('plugins/config-transfer/'))).to.deep.equal([])
  })
})

function rule(name: string, from: RegExp, to: RegExp): Rule {
  return { name, from, to, includesTypes: true }
}

function violationsOf({ from, to, includesTypes }: Rule, imports: readonly Import[]): string[] {
  return imports
    .filter((each) => from.test(each.from) && to.test(each.to) && workspaceOf(each.from) !== workspaceOf(each.to))
    .filter(({ isOnlyTypes }) => includesTypes || !isOnlyTypes)
    .map(describeImport)
}

function upwardImports(imports: readonly Import[]): string[] {
  const isUp = ({ from, to }: Import) => LAYERS.indexOf(layerOf(from)) < LAYERS.indexOf(layerOf(to))
  return imports
    .filter(({ from, to }) => from.startsWith(KERNEL) && to.startsWith(KERNEL))
    .filter(isUp)
    .map(describeImport)
}

function foreignImportsOfPage(imports: readonly Import[]): string[] {
  const allowed = /^(preact(\/|$)|packages\/client\/src\/(index|access|configuration)\.ts$|plugins\/console\/page\/)/
  return imports
    .filter(({ from, to }) => from.startsWith(PAGE) && !allowed.test(to))
    .filter(({ to, isOnlyTypes }) => !(isOnlyTypes && to.startsWith('plugins/console/src/')))
    .map(describeImport)
}

function brokenRules(imports: readonly Import[]): string[] {
  return RULES.flatMap((each) => violationsOf(each, imports))
}

function layerOf(file: string): string {
  return file.slice(KERNEL.length).split('/')[0] ?? ''
}

/** Returns the folder of a file's workspace, or the name of an external package. */
function workspaceOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

function describeImport({ from, to }: Import): string {
  return `${from} → ${to}`
}

function withFile(sources: Sources, file: string, text: string): Sources {
  return new Map([...sources, [file, text]])
}

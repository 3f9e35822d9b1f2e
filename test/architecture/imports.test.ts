import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { circlesIn, type Import, importsOf, readSources, type Sources } from './imports.js'

const KERNEL = 'packages/kernel/src/'

/** The layers of the kernel, the lowest first: a file imports only from its own layer or below. */
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

/** What must not import what; what only types are imported from is told apart where that matters. */
interface Rule {
  readonly name: string
  readonly from: RegExp
  readonly to: RegExp
  readonly typesToo: boolean
}

const RULES: readonly Rule[] = [
  rule('the kernel imports no other workspace', /^packages\/kernel\//, /^(plugins|examples|packages\/(?!kernel\/))/),
  rule(
    'a plugin imports only the doors of the kernel that are for plugins',
    /^plugins\//,
    /^packages\/(?!kernel\/src\/((contracts|tools)\/)?index\.ts$)/,
  ),
  rule('a plugin imports no other plugin', /^plugins\//, /^plugins\//),
  rule('only the service names the plugins', /^packages\/(?!service\/)/, /^plugins\//),
  rule('the client imports no other workspace', /^packages\/client\//, /^(plugins|packages\/(?!client\/))/),
  rule('nobody imports an example', /^(plugins|packages)\//, /^examples\//),
  rule('an example imports what is public', /^examples\//, /^(plugins|packages)\/[^/]+\/src\/(?!(\w+\/)?index\.ts$)/),
  rule('only the http layer imports restify', /^(?!bench|packages\/kernel\/src\/http\/)/, /^restify(-errors)?(\/|$)/),
  rule(
    'only storage imports a database driver',
    /^(?!bench|packages\/(kernel\/src\/storage|testing)\/)/,
    /^(pg|sqlite3)$/,
  ),
  {
    ...rule(
      'only storage imports Knex, but for its types',
      /^(?!bench|packages\/kernel\/src\/storage\/)/,
      /^knex(\/|$)/,
    ),
    typesToo: false,
  },
  {
    ...rule('only boot imports awilix, but for its types', /^(?!packages\/kernel\/src\/boot\/)/, /^awilix$/),
    typesToo: false,
  },
]

describe('the imports of all sources, types included', () => {
  const sources = readSources()
  const imports = importsOf(sources)

  it('are read', () => {
    expect(imports.length).to.be.greaterThan(1_000)
    expect(imports.map(({ to }) => to)).to.include.members(['knex', 'packages/kernel/src/index.ts'])
  })

  for (const each of RULES)
    it(`keep the rule: ${each.name}`, () => {
      expect(violationsOf(each, imports)).to.deep.equal([])
    })

  it('keep every layer of the kernel from the layers above it', () => {
    expect(arrowsUp(imports)).to.deep.equal([])
  })

  it('are never circular', () => {
    expect(circlesIn(imports)).to.deep.equal([])
  })

  describe('with one more that points the wrong way', () => {
    for (const [file, text, find] of [
      ['plugins/tpt/src/planted.ts', "import { users } from '../../users/src/plugin.js'", brokenRules],
      ['packages/kernel/src/storage/planted.ts', "import type { Kernel } from '../kernel.js'", arrowsUp],
      ['packages/kernel/src/http/planted.ts', "export * from '../boot/boot.js'", arrowsUp],
      ['plugins/tpt/src/planted.ts', "const sqlite = await import('sqlite3')", brokenRules],
      ['packages/kernel/src/storage/dialect.ts', "import type { Database } from './database.js'", circlesIn],
    ] as const) {
      it(`find it: ${text.split('\n').at(-1)} in ${file}`, () => {
        expect(find(importsOf(withFile(sources, file, text)))).to.have.lengthOf.above(find(imports).length)
      })
    }
  })
})

describe('the doors of the kernel', () => {
  it('lets plugins and hosts choose from no more than 130 names', () => {
    const barrel = readFileSync(`${KERNEL}index.ts`, 'utf8')

    const names = [...barrel.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').filter((name) => name.trim() !== ''),
    )

    expect(names).to.have.lengthOf.within(50, 130)
  })
})

describe('what only some may touch', () => {
  const sources = [...readSources()].filter(([file]) => /^(packages|plugins)\//.test(file))
  const filesWith = (expression: RegExp) => sources.filter(([, text]) => expression.test(text)).map(([file]) => file)

  for (const [what, expression, allowed] of [
    ['process.env is read', /process\.env/, /^packages\/(service|testing)\//],
    ['signals and faults are handled', /process\.on\(/, /^packages\/service\//],
    ['the console is written to', /console\.|process\.std(out|err)/, /^packages\/service\//],
    ['a database driver is named', /['"](pg|sqlite3)['"]/, /^packages\/(kernel\/src\/storage|testing)\//],
    ['restify is named', /['"]restify(-errors)?['"]/, /^packages\/kernel\/src\/http\//],
    ['jsonwebtoken is named', /['"]jsonwebtoken['"]/, /^plugins\/tpt\//],
    ['bcrypt is named', /['"]bcrypt['"]/, /^plugins\/users\//],
  ] as const) {
    it(`${what} only where it belongs`, () => {
      expect(filesWith(expression).filter((file) => !allowed.test(file))).to.deep.equal([])
    })
  }

  it('no table of the plant is named by the transfer', () => {
    const tables = /plinth_(?!migrations|imports_|exports_)\w+|['"](Tags|Alarms|Machines|Users|Roles|Units|Segment)['"]/

    expect(filesWith(tables).filter((file) => file.startsWith('plugins/config-transfer/'))).to.deep.equal([])
  })
})

function rule(name: string, from: RegExp, to: RegExp): Rule {
  return { name, from, to, typesToo: true }
}

function violationsOf({ from, to, typesToo }: Rule, imports: readonly Import[]): string[] {
  return imports
    .filter((each) => from.test(each.from) && to.test(each.to) && workspaceOf(each.from) !== workspaceOf(each.to))
    .filter(({ isOnlyTypes }) => typesToo || !isOnlyTypes)
    .map(written)
}

function arrowsUp(imports: readonly Import[]): string[] {
  const isUp = ({ from, to }: Import) => LAYERS.indexOf(layerOf(from)) < LAYERS.indexOf(layerOf(to))
  return imports
    .filter(({ from, to }) => from.startsWith(KERNEL) && to.startsWith(KERNEL))
    .filter(isUp)
    .map(written)
}

function brokenRules(imports: readonly Import[]): string[] {
  return RULES.flatMap((each) => violationsOf(each, imports))
}

function layerOf(file: string): string {
  return file.slice(KERNEL.length).split('/')[0] ?? ''
}

/** The folder of a workspace, or the package that is none. */
function workspaceOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

function written({ from, to }: Import): string {
  return `${from} → ${to}`
}

function withFile(sources: Sources, file: string, text: string): Sources {
  return new Map([...sources, [file, text]])
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { workspaces } from './imports.js'

const KERNEL = 'packages/kernel/src'

/** Internals of libraries, and the only file that may use them. */
const INTERNALS: readonly (readonly [library: string, internals: RegExp, file: string])[] = [
  [
    'Knex',
    /knex\/lib|__knex__|\b_query\b|_acquireOnlyConnection|\bcheckVersion\b|_lastChild|\btransacting: true\b|\bnumUsed\b/,
    `${KERNEL}/storage/knex-internals.ts`,
  ],
  ['pg', /parameterStatus|\bconnection\.stream\b/, `${KERNEL}/storage/postgres/pg-internals.ts`],
  ['restify', /restify\/lib|_onRequest|_writeHead|_cacheURL/, `${KERNEL}/http/edge/quarantined-restify.ts`],
  ['awilix', /AwilixResolutionError|Could not resolve|Resolution path/, `${KERNEL}/boot/run-plugin-step.ts`],
]

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*/src/*.ts'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')

describe('the undocumented internals of', () => {
  it('libraries allow only patch updates of these libraries', () => {
    const libraries = INTERNALS.map(([library]) => library.toLowerCase())
    const ranges = workspaces().flatMap((folder) => {
      const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
      return Object.entries<string>(dependencies).filter(([name]) => libraries.includes(name))
    })

    expect(ranges.map(([name]) => name)).to.include.members(libraries)
    expect(ranges.filter(([, range]) => !range.startsWith('~'))).to.deep.equal([])
  })

  for (const [library, internals, file] of INTERNALS)
    it(`${library} are used in one file only`, () => {
      expect(sources.filter((source) => internals.test(readFileSync(source, 'utf8')))).to.deep.equal([file])
    })
})

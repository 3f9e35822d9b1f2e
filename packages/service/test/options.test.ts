import { definePlugin, StartupError } from '@plinth/kernel'
import { createPlinth, type PlinthOptions } from '@plinth/service'
import { expect } from 'chai'
import makeKnex from 'knex'
import { number, object } from 'yup'

describe('createPlinth', () => {
  const problemsOf = (options: object) => {
    try {
      createPlinth(options as PlinthOptions)
      return []
    } catch (error) {
      if (error instanceof StartupError) return error.problems
      throw error
    }
  }

  it('reports all problems of its options at once', () => {
    const tuned = definePlugin()({ name: 'tuned', settings: object({ tuning: number().max(5, 'must be 5 at most.') }) })

    const problems = problemsOf({
      port: '8050',
      bcryptCost: 3,
      sudoPasword: 'a slip of the pen',
      knex: {},
      logger: console,
      basePath: 'api',
      announce: 'loudly',
      plugins: [tuned, { name: 'Wrong Name' }],
      pluginSettings: { tuning: 6 },
    })

    expect(problems).to.have.members([
      'knex must be a Knex, as knex({ client, connection }) returns it.',
      'logger must be a logger such as bunyan.createLogger() returns.',
      'basePath must be a path such as "/api".',
      'announce must be a function.',
      'The plugin name "Wrong Name" must be in kebab case, such as "work-orders".',
      'port must be a number.',
      'bcryptCost of the plugin "users" must be 4 to 20.',
      'tuning of the plugin "tuned" must be 5 at most.',
      'sudoPasword is not a setting of the kernel or of one of its plugins. Did you mean "sudoPassword"?',
    ])
  })

  it('rejects a Knex together with the URL of a database', () => {
    const knex = makeKnex({ client: 'sqlite3', useNullAsDefault: true })

    expect(problemsOf({ knex, databaseUrl: 'sqlite:plant.db' })).to.deep.equal([
      'knex and databaseUrl are both set, and each names a database. Pass only one of them.',
    ])
  })

  it('suggests the right name for a misspelt option, and pluginSettings for an unknown setting', () => {
    expect(problemsOf({ pluginsettings: {}, announc: () => {}, ovenHeat: 3 })).to.deep.equal([
      'pluginsettings is not a setting of the kernel or of one of its plugins. Did you mean "pluginSettings"?',
      'announc is not a setting of the kernel or of one of its plugins. Did you mean "announce"?',
      'ovenHeat is not a setting of the kernel or of one of its plugins. Check its spelling. If it is a setting of your plugin, pass it in pluginSettings.',
    ])
  })

  it('suggests the option for the name of an environment variable', () => {
    expect(problemsOf({ PLINTH_DATA_DIR: './data', PLINTH_BCRYPT_COST: 4 })).to.deep.equal([
      'PLINTH_DATA_DIR is not a setting of the kernel or of one of its plugins. Did you mean "dataDir"?',
      'PLINTH_BCRYPT_COST is not a setting of the kernel or of one of its plugins. Did you mean "bcryptCost"?',
    ])
  })

  for (const [what, knex, problem] of [
    ['for another database', makeKnex({ client: 'mysql2' }), 'knex must use pg or sqlite3, but uses mysql2.'],
    [
      'that renames columns',
      makeKnex({ client: 'pg', wrapIdentifier: (name, wrap) => wrap(name.toUpperCase()) }),
      'knex must have no wrapIdentifier, which changes the names of columns. Pass a Knex without it, or set databaseUrl instead.',
    ],
    [
      'of another version',
      knexWithout('releaseConnection'),
      'knex must be a Knex of version 3, but has no client.releaseConnection.',
    ],
  ] as const)
    it(`rejects a Knex ${what}`, () => {
      expect(problemsOf({ knex })).to.include(problem)
    })

  it('rejects a transaction as Knex', async () => {
    const hostKnex = makeKnex({ client: 'sqlite3', connection: ':memory:', useNullAsDefault: true })

    const problems = await hostKnex.transaction(async (transaction) => problemsOf({ knex: transaction }))
    await hostKnex.destroy()

    expect(problems).to.include('knex must not be a transaction. Pass the Knex from which it was started.')
  })

  for (const [what, plugins, problem] of [
    ['not a list', 'pumps', 'plugins must be a list of plugins.'],
    [
      'a list with a function that creates one',
      [function pumps() {}],
      /^The function "pumps" is not a plugin\. Call it if it returns one\. A plugin is an object with a name: what define/,
    ],
    [
      'a list with undefined',
      [undefined],
      /^undefined is not a plugin\. Does the imported module export it\? A plugin is an/,
    ],
    [
      'a list with a name',
      ['pumps'],
      /^The string "pumps" is not a plugin\. Import the plugin and pass that\. A plugin/,
    ],
    ['a list with an object that is not a plugin', [{ routes: [] }], /^An object without a name is not a plugin\. /],
  ] as const) {
    it(`rejects plugins that are ${what}`, () => {
      const problems = problemsOf({ plugins })

      expect(problems).to.have.lengthOf(1)
      expect(problems[0]).to.match(new RegExp(problem))
    })
  }

  it('rejects plugin settings that are not an object, or that are options of createPlinth', () => {
    expect(problemsOf({ pluginSettings: null })).to.deep.equal(['pluginSettings must be an object.'])
    expect(problemsOf({ pluginSettings: { port: 1 } })).to.deep.equal([
      'port is not a setting of your plugins. Pass it as an option.',
    ])
  })

  it('requires a signing key immediately if it cannot generate one', () => {
    expect(problemsOf({ databaseUrl: 'postgres://localhost/plinth' })).to.have.lengthOf(1)
    expect(problemsOf({ databaseUrl: 'postgres://localhost/plinth' })[0]).to.include('secretKey')
    expect(problemsOf({})).to.deep.equal([])
  })

  it('leaves the settings of a plugin that is added later to be checked by start()', async () => {
    const later = definePlugin()({
      name: 'later',
      settings: object({ lateness: number().max(5, 'must be 5 at most.') }),
    })
    const kernel = createPlinth({ databaseUrl: 'sqlite::memory:', pluginSettings: { lateness: 6 } }).use(later)

    const problem = await kernel.start().catch((error) => error.message)

    expect(problem).to.equal('lateness of the plugin "later" must be 5 at most.')
  })
})

function knexWithout(member: 'releaseConnection') {
  const knex = makeKnex({ client: 'pg' })
  knex.client[member] = undefined
  return knex
}

import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { configurationTables, definePlugin, field, type KernelOptions, StartupError } from '@plinth/kernel'
import type { ConfigurationTable, Field } from '@plinth/kernel/contracts'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import {
  forEachDatabase,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TempDatabase,
  type TestApp,
  type TestClient,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import knex from 'knex'
import { type App, startApp } from '../../../test/support/app.js'
import { DATABASE_TABLES, fileOf, rowCounts, smallPlant } from '../../../test/support/configuration.js'
import { SECRET_KEY, type Service, serve, variablesFor } from '../../../test/support/service-process.js'

const IMPORT = '/settings/import_config'
const EXPORT = '/settings/export_config'

const manyTags = (count: number, prefix = 'T') =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}`, unit: 'bar', data_type: 'float' }))

const variables = (count: number) => Array.from({ length: count }, (_, index) => `{"name":"V${index}"}`)
/** Size of one parser batch: the next record is parsed in a batch of its own. */
const fullBatch = () => Array.from({ length: 250 }, (_, index) => `{"name":"${String(index).padEnd(80)}"}`)
const listOfVariables = (records: string) => `{"data":{"Units":[],"Variables":[${records}]}}`

/** Files with invalid JSON in or between records, and the expected message. */
const BROKEN: Readonly<Record<string, [file: () => string | Buffer, reason: RegExp]>> = {
  'that is cut off in a record': [() => fileOf(smallPlant()).slice(0, 300), /ends too soon, at byte 300/],
  'that is cut off after its records': [() => fileOf(smallPlant()).slice(0, -1), /, at byte 578$/],
  'with a word after its records': [
    () => listOfVariables(variables(9).join()).replace(']}}', '],oops}}'),
    /, at byte 160$/,
  ],
  'with a word in a list that nobody asked for': [() => '{"data":{},"x":{"y":[oops]}}', /at byte 21$/],
  'with a byte that is not UTF-8 in such a list': [
    () => withByte('{"data":{},"x":{"y":["é"]}}', 0xc3),
    /not UTF-8, at byte 22$/,
  ],
  'with a byte that is not UTF-8 outside of its records': [
    () => withByte('{"data":{"Units":[{"name":"a"}]},"x":"é"}', 0xc3),
    /not UTF-8, at byte 38$/,
  ],
  'with a word between records': [() => listOfVariables('{"name":"a"} and {"name":"b"}'), /at byte 46$/],
  'with a comma too many': [() => listOfVariables(`${variables(3)},`), /record is missing, at byte 75$/],
  'with a comma too many at the end of a batch': [
    () => listOfVariables(`${fullBatch()},`),
    /record is missing, at byte 23033$/,
  ],
  'with two commas': [() => listOfVariables(variables(3).join(',,')), /record is missing, at byte 47$/],
  'with a record that is closed twice': [() => listOfVariables('{"name":"a"}}'), /at byte 45$/],
  'with a bracket for a brace': [() => listOfVariables('{"name":"a"]'), /at byte 44$/],
  'with a single quote': [() => listOfVariables("{'name':1}"), /at byte 34$/],
  'with a bare control character': [() => listOfVariables('{"name":"a\u0001"}'), /at byte 43$/],
  'with one name twice in a record': [
    () => listOfVariables('{"name":"a"},{"name":"b","name":"c"}'),
    /twice, at byte 58$/,
  ],
  'with one name twice deep in a record': [
    () => listOfVariables('{"name":{"a:\\"{":1,"a":{"b":[{}]},"a:\\u0022{":2}}'),
    /twice, at byte 67$/,
  ],
  'with one table twice': [() => '{"data":{"Variables":[{"name":"a"}],"Variables":[]}}', /twice, at byte 36$/],
  'with data twice': [() => '{"data":{"Variables":[{"name":"é"}]},"data":{}}', /twice, at byte 38$/],
  'that is nested a million deep': [() => listOfVariables('['.repeat(1_000_000)), /100 deep, at byte \d+$/],
  'with a record of 131,073 bytes': [
    () => listOfVariables(`{"name":"a"},${'{"name":"b"}'.padEnd(131_073)}`),
    /131072 bytes, after byte 46$/,
  ],
  'with a text that never ends': [() => listOfVariables(`{"name":"${'x'.repeat(3_000_000)}`), /131072 bytes/],
  'with a megabyte beside its records': [() => `{"data":{},"x":"${'x'.repeat(1_500_000)}"}`, /262144 bytes/],
  'with lists without number': [() => fileOf(tablesOf(20_000, [])), /it has more than 1000 tables/],
  'with a byte that is not UTF-8': [
    () => withByte(listOfVariables('{"name":"a"},{"name":"é"}'), 0xc3),
    /not UTF-8, at byte 55$/,
  ],
  'that is compressed': [() => gzipSync(fileOf(smallPlant())), /not UTF-8|JSON/],
}

/** Files with a mark before the first invalid byte. */
const MISTAKES: readonly string[] = [
  ...['‸', ' ‸', '‸undefined', '‸x', '\ufeff {‸', '{"data":{}} ‸x', '{"data":{}}‸}', '{"data":{}‸'],
  ...['{‸version:1}', '{"version":‸}', '{"version" ‸1}', '{"version":"1.0",‸}', '{"version":"1.0"‸"data":{}}'],
  ...['{"version":0‸1}', '{"version":tr‸ap}', '{"version":"é\\‸q"}', '{"version":"é‸\n"}', '{"version":"é"‸:'],
  ...['{"é":‸😀}', `{"${'é'.repeat(500)}":[1,‸oops],"data":{}}`],
  ...['{"data":{"Units":[] ‸"Variables":[]}}', '{"data":{"Units":[],‸,"Variables":[]}}'],
  ...['{"data":{"Units":[{"name":"é"}],"Variables":‸oops}}', '{"data":{"Units":[{"name":"é"}]‸]}'],
  ...['{"data":{"Units":[{"é":‸}]}}', '{"data":{"Units":[{"é":1},{"é":2‸{}}]}}', '{"data":{"Units":[{"é":"😀‸\t"}]}}'],
  ...['{"data":{"Units":[{"é":1},‸]}}', '{"data":{"Units":[‸,{"é":1}]}}', '{"data":{"Units":[{"é":1},{"a":‸😀}]}}'],
  ...['{"data":{"Units":[{"é":tru‸,"a":1}]}}', '{"data":{"Units":[1, 2 ‸3]}}', '{"x":[[[[‸x]]]],"data":{}}'],
]

describe('a configuration file', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    for (const [what, [file, reason]] of Object.entries(BROKEN)) {
      it(`${what} is refused with the byte offset, and nothing is written`, async () => {
        const before = await rowCounts(app)

        const { status, body } = await sudo.upload(IMPORT, file())

        expect([status, body.code]).to.deep.equal([400, 'INVALID_JSON_FILE'])
        expect(body.message)
          .to.match(/^Invalid JSON file: /)
          .and.to.match(reason)
        expect(await rowCounts(app)).to.deep.equal(before)
        expect(await readdir(join(app.database.dataDir, 'uploads'))).to.deep.equal([])
      })
    }

    it('that is invalid JSON is refused with the offset of the first invalid byte', async () => {
      for (const marked of MISTAKES) {
        const { message } = (await sudo.upload(IMPORT, marked.replace('‸', ''))).body

        const place = Buffer.byteLength(marked.slice(0, marked.indexOf('‸')))
        expect(message, marked).to.match(new RegExp(`^Invalid JSON file: .*, at byte ${place}$`))
        expect(message.isWellFormed(), marked).to.equal(true)
      }
    })

    it('that is invalid JSON at byte 40,000,000 is refused, and none of the 40 MB before is written', async function () {
      this.timeout(60_000)
      const before = await rowCounts(app)
      const records = `{"name":"${'x'.repeat(200)}"},`.repeat(188_600)
      const start = 40_000_000 - Buffer.byteLength('{"data":{"Units":[],"Variables":[')
      const file = listOfVariables(`${records.padEnd(start)}oops`)

      const { status, body } = await sudo.upload(IMPORT, file)

      expect([status, body.code]).to.deep.equal([400, 'INVALID_JSON_FILE'])
      expect(Number(body.message.match(/at byte (\d+)$/)?.[1])).to.equal(40_000_000)
      expect(await rowCounts(app)).to.deep.equal(before)
    })

    it('may have a name of 60,000 combining marks, without delaying other requests', async () => {
      const username = `a${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}`

      const { status, body } = await sudo.upload(
        IMPORT,
        fileOf({ Users: [{ username, email: 'a@plant.test', role: 'guest', identifier: 'abc' }] }),
      )

      expect([status, body.summary]).to.deep.equal([200, { imported: 0, skipped: 0, errors: 1 }])
    })

    it('may have a record of 131,072 bytes with the blanks around it', async () => {
      const { body } = await sudo.upload(IMPORT, listOfVariables('{"name":"padded"}'.padEnd(131_072)))

      expect(body.summary).to.deep.equal({ imported: 1, skipped: 0, errors: 0 })
    })

    it('may have empty lists, blanks, a byte order mark and escapes wherever JSON allows them', async () => {
      const file =
        '\uFEFF {\n"data" : { "Units":[ \n ], "Variables" : [ { "n\\u0061me" : "\\"}],[{" } ,\n{"name":"\\\\"} ] } , "more":[[1]] } '

      const { body } = await sudo.upload(IMPORT, file)

      expect(body.summary).to.deep.equal({ imported: 2, skipped: 0, errors: 0 })
    })

    it('whose Content-Length exceeds the limit is refused before it is sent', async () => {
      const limit = 1_073_741_824 + 65_536
      const head = ['POST /api/settings/import_config HTTP/1.1', 'Host: plant.test', `X-API-KEY: ${sudo.key}`]
      const form = ['Content-Type: multipart/form-data; boundary=b', `Content-Length: ${limit + 1}`]
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.write(`${[...head, ...form].join('\r\n')}\r\n\r\n`)

      const [answer] = await once(socket, 'data')
      socket.destroy()

      expect(String(answer)).to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s)
    })
  })
})

describe('a slow import', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let sudo: SignedIn
    let gate: Gate
    before(async () => {
      app = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(gated(() => gate)) })
      sudo = await app.signIn('sudo')
      await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags: [] }))
    })
    beforeEach(() => {
      gate = new Gate()
    })
    after(() => app.stop())

    if (database.name === 'PostgreSQL') {
      it('keeps a transaction that has nothing to write for a while', async function () {
        this.timeout(60_000)
        const place = await database.create()
        const lent = knex({
          client: 'pg',
          connection: { connectionString: place.url, options: '-c idle_in_transaction_session_timeout=1000' },
        })
        const host = await startTestApp({
          database,
          on: place,
          kernel: (options) => createStandardKernel({ ...options, knex: lent }),
        })
        const client = await host.signIn('sudo')
        const refused = Array(3_000_000).fill('{"name":7}')

        const answer = await client.upload(IMPORT, `{"data":{"Manufacturer":[${[...refused, '{"name":"a"}'].join()}]}}`)

        await host.stopOnly()
        await lent.destroy()
        await place.drop()
        expect([answer.status, answer.body.summary]).to.deep.equal([
          200,
          { imported: 1, skipped: 0, errors: 3_000_000 },
        ])
      })
    }

    const held = (prefix: string) => fileOf({ Tags: manyTags(50, prefix), Gated: [{ name: prefix }] })
    const tagsOf = (prefix: string) =>
      app.services.database.read(async (knex) => (await knex('plinth_tags').whereLike('name', `${prefix}%`)).length)

    it('lets others read, without its uncommitted rows', async () => {
      const importing = sudo.upload(IMPORT, held('read-'))
      await gate.reached

      const answer = await sudo.get('/users/sudo')
      const meanwhile = await tagsOf('read-')
      gate.open()

      expect([answer.status, meanwhile]).to.deep.equal([200, 0])
      expect((await importing).body.summary.imported).to.equal(51)
      expect(await tagsOf('read-')).to.equal(50)
    })

    if (database.name === 'SQLite') {
      it('makes other writers wait five seconds, then get 503 with Retry-After', async function () {
        this.timeout(20_000)
        const importing = sudo.upload(IMPORT, held('write-'))
        await gate.reached

        const { status, headers } = await app.logIn('sudo', TEST_PASSWORD)
        gate.open()

        expect(status).to.equal(503)
        expect(Number(headers['retry-after'])).to.be.greaterThan(0)
        expect((await importing).body.summary.imported).to.equal(51)
        expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
      })
    } else {
      it('lets others write', async () => {
        const importing = sudo.upload(IMPORT, held('write-'))
        await gate.reached

        const person = { username: 'meanwhile', email: 'm@plant.test', role_name: 'guest', password: TEST_PASSWORD }
        const answers = [await app.logIn('sudo', TEST_PASSWORD), await app.post('/users/signup', person)]
        gate.open()

        expect(answers.map(({ status }) => status)).to.deep.equal([200, 200])
        expect((await importing).body.summary.imported).to.equal(51)
      })

      it('blocks an import on another replica until it ends', async () => {
        const other = await startTestApp({
          database,
          on: app.database,
          kernel: (options) => createStandardKernel(options).use(gated(() => new Gate().open())),
        })
        const importing = sudo.upload(IMPORT, held('replica-'))
        await gate.reached
        const second = other.withKey(sudo.key).upload(IMPORT, held('replica-'))
        const isFirst = await Promise.race([second.then(() => false), pause(300).then(() => true)])
        gate.open()

        const reports = [await importing, await second].map(({ body }) => body.summary)
        await other.stop()

        expect(isFirst).to.equal(true)
        expect(reports).to.deep.equal([
          { imported: 51, skipped: 0, errors: 0 },
          { imported: 0, skipped: 51, errors: 0 },
        ])
      })
    }

    it('is rolled back when its client goes away', async () => {
      const client = uploading(app, sudo.key, held('gone-'))
      await gate.reached

      client.destroy()
      gate.open()
      const next = await sudo.upload(IMPORT, fileOf({ Gated: [] })) // starts when the other one is over

      expect(next.status).to.equal(200)
      expect(await tagsOf('gone-')).to.equal(0)
    })
  })
})

describe('a configuration with tables of a host', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices>
    let sudo: SignedIn
    before(async () => {
      app = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(pumps) })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    const stations = [
      { name: 'Hall 2', parent: 'Works' },
      { name: 'Cellar', parent: 'Hall 2' },
      { name: 'Works', parent: null },
      { name: 'Attic', parent: 'Nowhere' },
    ]
    const Pumps = [{ name: 'P-1', serial: '7', head: 12.5, "who's good?": false, tag: 'PT-1', station: 'Cellar' }]

    it('imports them after the tables they refer to, also children before their parents', async () => {
      const { body } = await sudo.upload(IMPORT, fileOf({ Pumps, Stations: stations, ...smallPlant() }))

      expect(body.results.imported).to.include({ Stations: 3, Pumps: 1, Tags: 1 })
      expect(body.results.errors).to.deep.equal({ Stations: ['Attic: parent "Nowhere" not found'] })
    })

    it('exports them, and imports them elsewhere', async () => {
      const { data } = JSON.parse((await sudo.get(EXPORT)).text)
      const other = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(pumps) })
      const theirs = await other.signIn('sudo')

      const { body } = await theirs.upload(IMPORT, fileOf(data))
      const again = JSON.parse((await theirs.get(EXPORT)).text).data
      await other.stop()

      expect(body.results.errors).to.deep.equal({})
      expect(again.Pumps).to.deep.equal([{ id: 1, ...Pumps[0] }])
      expect(again.Stations.map(({ name, parent }: { name: string; parent: string }) => [name, parent])).to.deep.equal([
        ['Works', null],
        ['Hall 2', 'Works'],
        ['Cellar', 'Hall 2'],
      ])
    })

    it('orders them last, unless they name the table they come after', async () => {
      const kernel = (options: KernelOptions) =>
        createStandardKernel(options)
          .use(pumps)
          .use(careless({ after: 'Pumps' }))
          .use(gated(() => new Gate()))
      const other = await startTestApp({ database, kernel })

      const { data } = (await (await other.signIn('sudo')).get(EXPORT)).body
      await other.stop()

      const names = Object.keys(data)
      expect(names.slice(0, -4)).to.deep.equal(Object.keys(DATABASE_TABLES))
      expect(names.slice(-4)).to.deep.equal(['Pumps', 'Careless', 'Stations', 'Gated'])
    })

    for (const order of ['before', 'after'] as const) {
      it(`keeps a tree of 120 levels with children ${order} their parents`, async () => {
        const name = (level: number) => `${order} ${level}`
        const chain = Array.from({ length: 120 }, (_, level) => ({
          name: name(level),
          parent: level ? name(level - 1) : null,
        }))
        const others = Array.from({ length: 600 }, (_, index) => ({ name: `${order} other ${index}`, parent: null }))
        const lost = { name: `${order} lost`, parent: 'Nowhere' }
        const all = [...chain.slice(0, 60), ...others, ...chain.slice(60), lost]

        const { body } = await sudo.upload(IMPORT, fileOf({ Stations: order === 'before' ? all.reverse() : all }))

        expect(body.results.imported.Stations).to.equal(720)
        expect(body.results.errors).to.deep.equal({ Stations: [`${order} lost: parent "Nowhere" not found`] })
      })
    }
  })
})

/** Fields of a table, one of which looks up a record by a missing field. */
const TAG_MISNAMED = {
  name: field.text({ max: 64 }),
  label: field.text({ max: 64 }),
  serial: field.text({ max: 64 }),
  level: field.integer(),
  tag: field.reference({ column: 'tag_id', to: 'Tags', by: { nam: 'tag' }, as: 'name', nullable: true }),
}
/** The correct fields of a table, and one more. */
const withField = (name: string, added: Field) => ({ fields: { ...TAG_NAMED, [name]: added } })
const TAG_NAMED = {
  ...TAG_MISNAMED,
  tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name', nullable: true }),
}
/** Fields of a table, one of which names a missing column. */
const LABEL_MISSPELT = {
  name: field.text({ max: 64 }),
  label: field.text({ max: 64, column: 'lable' }),
  serial: field.text({ max: 64 }),
}

const { level: _, ...LEVEL_LEFT_OUT } = TAG_NAMED

describe('a configuration table with a wrong description', () => {
  forEachDatabase((database) => {
    for (const [what, table, remedy] of [
      ['of a table that is not there', { table: 'carless' }, 'kept in carless, which the database does not have'],
      ['with a column that its table lacks', { fields: LABEL_MISSPELT }, 'the column "lable", which careless does not'],
      [
        'that leaves a column empty which must have a value',
        { fields: LEVEL_LEFT_OUT },
        'The column "level" of careless is NOT NULL without a default, and no field',
      ],
      [
        'with a nullable field whose column takes no null',
        withField('level', field.integer({ nullable: true })),
        '"Careless.level" is nullable, and the column "level" of careless is NOT NULL',
      ],
      [
        'with a field that is never null, whose column takes it',
        { fields: { ...TAG_NAMED, tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name' }) } },
        '"Careless.tag" is not nullable, and the column "tag_id" of careless takes NULL',
      ],
      [
        'with a reference that finds nothing',
        { fields: TAG_MISNAMED },
        '"Careless.tag" is found by "nam", which "Tags" does not have. Did you mean "name"?',
      ],
      [
        'with a key that is misspelt',
        { key: ['nam'] },
        'has no field "nam", which its key or unique names. Did you mean "name"?',
      ],
      [
        'with a reference to a table that nobody has',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tag', as: 'name', nullable: true })),
        '"Tag", which no plugin contributes. Did you mean "Tags"?',
      ],
      [
        'with a reference by a field that it lacks',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tags', by: { name: 'taag' }, as: 'name' })),
        '"Careless.tag" is found by its "taag", which "Careless" does not have. Did you mean "tag"?',
      ],
      [
        'with a field that is derived from nothing',
        withField('unit', field.derived({ through: 'tag', field: 'untit' })),
        '"Careless.unit" is derived from "untit", which "Tags" does not have. Did you mean "unit"?',
      ],
      [
        'with a field that is derived through nothing',
        withField('unit', field.derived({ through: 'tagg', field: 'unit' })),
        '"Careless.unit" is derived through "tagg", which is not a reference. Did you mean "tag"?',
      ],
      [
        'with a default that is no field',
        withField('label', field.text({ max: 64, default: { field: 'nam' } })),
        '"Careless.label" is "nam" unless given, which "Careless" does not have. Did you mean "name"?',
      ],
      [
        'with texts that no record of a file can hold',
        withField('label', field.text({ max: 131_008 })),
        'The texts of "Careless" may have 131136 characters, and a record of a file 131072 bytes.',
      ],
      ['without a unique index on its key', { key: ['label'] }, 'needs a unique index on careless (label)'],
      ['with a unique index that it does not name', { unique: [] }, 'The unique index on careless (serial)'],
      ['with a number that is unique', { unique: ['serial', 'level'] }, '"Careless.level" is said to be unique'],
      [
        'with a privilege that is no field',
        { privilege: 'levl' },
        'nor the own privilege of a record that it refers to. Did you mean "level"?',
      ],
      ["with another's privilege that is none", { privilege: 'tag.name' }, 'The privilege "tag.name"'],
      [
        'with a reference that is shown as nothing',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tags', as: 'nam' as 'name', nullable: true })),
        `"Careless.tag" has the "as" "nam". Write 'name', to export the name`,
      ],
      [
        'with a field that is none',
        withField('tag', 'text' as never),
        '"Careless.tag" is no field. Make it by field.text',
      ],
      ['that comes after itself', { after: 'Careless' }, 'The configuration table "Careless" comes after itself'],
      [
        'with the name of another one',
        { name: 'Tags' },
        'The plugins "plant" and "careless" contribute a configuration',
      ],
    ] as const) {
      it(`is refused at the start ${what}`, async () => {
        const problem = await startTestApp({
          database,
          kernel: (options) => createStandardKernel(options).use(careless(table)),
        }).catch((error: unknown) => error)

        expect(problem).to.be.instanceOf(StartupError)
        expect(String(problem)).to.include(remedy).and.include('"careless"')
      })
    }
  })
})

describe('a configuration table that comes after an unknown table', () => {
  forEachDatabase((database) => {
    for (const [after, meant] of [
      [
        'Tag',
        'The configuration table "Careless" comes after "Tag", which no plugin contributes. Did you mean "Tags"?',
      ],
      ['Furnaces', undefined],
    ] as const) {
      it(`is ${meant ? 'questioned' : 'accepted'} when that table is named ${after}`, async () => {
        const kernel = (options: KernelOptions) => createStandardKernel(options).use(careless({ after }))
        const app = await startTestApp({ database, kernel })

        const doubts = app.logLines.map((line) => JSON.parse(line).msg).filter((text) => text.includes('comes after'))
        await app.stop()

        expect(doubts).to.deep.equal(meant === undefined ? [] : [`The plugin "careless": ${meant}`])
      })
    }
  })
})

/** A table with this description instead of the correct one. */
const careless = (wrong: Partial<ConfigurationTable>) =>
  definePlugin()({
    name: 'careless',
    dependsOn: ['plant'],
    migrations: [
      {
        name: '001-careless',
        up: (transaction) =>
          transaction.schema.createTable('careless', (table) => {
            table.increments('id')
            table.text('name').notNullable().unique()
            table.text('label').notNullable()
            table.text('serial').notNullable().unique()
            table.integer('level').notNullable()
            table.integer('tag_id').references('plinth_tags.id')
          }),
      },
    ],
    contributes: () => [
      configurationTables.of({
        name: 'Careless',
        table: 'careless',
        key: ['name'],
        unique: ['serial'],
        fields: {
          name: field.text({ max: 64 }),
          label: field.text({ max: 64 }),
          serial: field.text({ max: 64 }),
          level: field.integer(),
          tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name', nullable: true }),
        },
        ...wrong,
      }),
    ],
  })

describe('a service killed during an import', function () {
  this.timeout(60_000)
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    before(async () => {
      tempDatabase = await database.create()
    })
    after(() => tempDatabase.drop())

    it('has all of the file or none of it after a restart', async () => {
      const environment = {
        ...variablesFor(tempDatabase),
        PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
        PLINTH_SECRET_KEY: SECRET_KEY,
      }
      const counts: number[] = []
      for (const [index, moment] of [isReceiving, isImporting].entries()) {
        const service = await serve(environment)
        const key = await keyOf(service)
        const file = fileOf({ ...smallPlant(), Tags: manyTags(5_000 * (index + 1)) })
        const importing = service.client
          .withKey(key)
          .upload(IMPORT, file)
          .catch(() => {})
        await until(() => moment(service, key, tempDatabase))
        service.kill()
        await importing

        const again = await serve(environment)
        counts.push(await tagsIn(again))
        again.kill()
      }

      expect(counts.filter((count) => ![0, 5_000, 10_000].includes(count))).to.deep.equal([])
      expect(await readdir(join(tempDatabase.dataDir, 'uploads'))).to.deep.equal([])
    })
  })
})

describe('an import on a disk that is full', function () {
  this.timeout(60_000)
  const LARGEST_FILE = 4_096

  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: TestClient
    before(async () => {
      tempDatabase = await database.create()
      const environment = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
      service = await serve(environment, LARGEST_FILE)
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey)
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
    })

    it('is answered with 507 when its file does not fit, and leaves nothing behind', async () => {
      const { status, body } = await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags: manyTags(90_000) }))

      expect([status, body.code]).to.deep.equal([507, 'UPLOAD_FAILED'])
      expect(await readdir(join(tempDatabase.dataDir, 'uploads'))).to.deep.equal([])
      expect(await tagsIn(service)).to.equal(0)
    })

    if (database.name === 'SQLite') {
      it('is answered with 503 when its rows do not fit, and has written none', async () => {
        const { status, body } = await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags: manyTags(30_000) }))

        expect([status, body.code]).to.deep.equal([503, 'DATABASE_UNAVAILABLE'])
        expect(await tagsIn(service)).to.equal(0)
      })
    }

    it('works again with a smaller file', async () => {
      const { status, body } = await sudo.upload(IMPORT, fileOf(smallPlant()))

      expect([status, body.summary?.errors]).to.deep.equal([200, 0])
      expect(await tagsIn(service)).to.equal(1)
    })
  })
})

describe('an export', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, settings: { exportTimeout: 3 } })
      sudo = await app.signIn('sudo')
      const description = 'x'.repeat(250)
      const Tags = manyTags(20_000).map((tag) => ({ ...tag, description, opcua_address: description }))
      await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags }))
    })
    after(() => app.stop())

    it('is one of at most two, and is cut off when its client is too slow', async function () {
      this.timeout(20_000)
      const slow = [await slowExport(app, sudo.key), await slowExport(app, sudo.key)]

      const third = await sudo.get(EXPORT)
      await Promise.all(slow.map((socket) => once(socket.resume(), 'close')))
      const later = await sudo.get(EXPORT)

      expect([third.status, third.body.code]).to.deep.equal([503, 'TOO_MANY_EXPORTS'])
      expect(later.status).to.equal(200)
      expect(later.body.data.Tags).to.have.length(20_000)
    })

    for (const [what, act, ending] of [
      ['closes', (socket: Socket) => socket.destroy(), 'abandoned'],
      ['resets', (socket: Socket) => socket.resetAndDestroy(), 'abandoned'],
      ['keeps, but does not read from,', () => {}, 'failed'],
    ] as const) {
      it(`counts as ${ending} when its client ${what} the connection`, async () => {
        const { exportService } = app.services
        await until(() => exportService.underWay === 0) // also the export of the previous test
        const before = { ...exportService.endings }
        const socket = await slowExport(app, sudo.key)

        act(socket)
        await until(() => exportService.underWay === 0)
        socket.destroy()

        expect(exportService.endings).to.deep.equal({ ...before, [ending]: before[ending] + 1 })
      })
    }
  })

  forEachDatabase((database) => {
    it('is one snapshot, also during an import', async () => {
      const app = await startApp({ database })
      const sudo = await app.signIn('sudo')
      await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags: manyTags(3_000) }))

      const [before, report, after] = await Promise.all([
        sudo.get(EXPORT),
        sudo.upload(IMPORT, fileOf({ Tags: manyTags(500, 'new-'), Machines: [{ name: 'new' }] })),
        sudo.get(EXPORT),
      ])

      expect(report.body.summary.imported).to.equal(501)
      for (const { body } of [before, after]) {
        const has = body.data.Machines.some(({ name }: { name: string }) => name === 'new')
        const tags = body.data.Tags.filter(({ name }: { name: string }) => name.startsWith('new-'))
        expect(tags).to.have.length(has ? 500 : 0)
      }
      await app.stop()
    })
  })
})

/** Blocks an import halfway. */
class Gate {
  readonly reached: Promise<void>
  readonly opened: Promise<void>
  #reach = () => {}
  #open = () => {}

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#reach = resolve
    })
    this.opened = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  async pass(): Promise<void> {
    this.#reach()
    await this.opened
  }

  open(): this {
    this.#open()
    return this
  }
}

/** A table that is imported after the tags, and waits at a gate first. */
const gated = (gate: () => Gate) =>
  definePlugin()({
    name: 'gated',
    dependsOn: ['plant'],
    migrations: [
      {
        name: '001-gated',
        up: (transaction) =>
          transaction.schema.createTable('gated', (table) => {
            table.increments('id')
            table.text('name').notNullable().unique()
            table.integer('tag_id').references('plinth_tags.id')
          }),
      },
    ],
    contributes: () => [
      configurationTables.of({
        name: 'Gated',
        table: 'gated',
        key: ['name'],
        fixedColumns: async () => {
          await gate().pass()
          return {}
        },
        fields: {
          name: field.text({ max: 64 }),
          tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name', nullable: true }),
        },
      }),
    ],
  })

/** Two tables of a host: one refers to tags and to the other, the other to itself. */
const pumps = definePlugin()({
  name: 'pumps',
  dependsOn: ['plant'],
  migrations: [
    {
      name: '001-pumps',
      async up(transaction) {
        await transaction.schema.createTable('stations', (table) => {
          table.increments('id')
          table.text('name').notNullable().unique()
          table.integer('parent_id').references('stations.id')
        })
        await transaction.schema.createTable('pumps', (table) => {
          table.increments('id')
          table.text('name').notNullable().unique()
          table.text('serial').unique()
          table.double('head').notNullable()
          table.boolean('is_good').notNullable()
          table.integer('tag_id').references('plinth_tags.id')
          table.integer('station_id').references('stations.id')
        })
      },
    },
  ],
  contributes: () => [
    configurationTables.of({
      name: 'Pumps',
      table: 'pumps',
      key: ['name'],
      unique: ['serial'],
      fields: {
        id: field.rowId(),
        name: field.text({ max: 255 }),
        serial: field.text({ max: 64, nullable: true }),
        head: field.number({ default: 0 }),
        "who's good?": field.boolean({ column: 'is_good', default: true }),
        tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name', nullable: true }),
        station: field.reference({ column: 'station_id', to: 'Stations', as: 'name', nullable: true }),
      },
    }),
    configurationTables.of({
      name: 'Stations',
      table: 'stations',
      key: ['name'],
      fields: {
        name: field.text({ max: 64 }),
        parent: field.reference({ column: 'parent_id', to: 'Stations', as: 'name', nullable: true }),
      },
    }),
  ],
})

/** The bytes of a string whose last "é" is cut to an incomplete sequence. */
function withByte(text: string, byte: number): Buffer {
  const bytes = Buffer.from(text)
  const at = bytes.lastIndexOf(byte)
  return Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at + 2)])
}

function formOf(file: string): { headers: Record<string, string>; body: string } {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
  const body = `${head}${file}\r\n--b--\r\n`
  const type = 'multipart/form-data; boundary=b'
  return { headers: { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) }, body }
}

/** An upload that is sent in full and not yet answered. */
function uploading(app: Pick<App, 'url'>, key: string, file: string) {
  const { headers, body } = formOf(file)
  const call = request(`${app.url}${IMPORT}`, { method: 'POST', headers: { ...headers, 'X-API-KEY': key } })
  call.on('error', () => {})
  call.end(body)
  return call
}

/** Resolves when the response arrives or can no longer arrive. */
async function keyOf(service: Service): Promise<string> {
  return (await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })).body.apiKey
}

/** The upload folder is created with the first file. */
async function isReceiving(_: Service, __: string, { dataDir }: TempDatabase): Promise<boolean> {
  return (await readdir(dataDir)).includes('uploads')
}

async function isImporting(service: Service, key: string): Promise<boolean> {
  return (await service.client.withKey(key).get('/metrics')).text.includes('plinth_imports_under_way 1')
}

async function tagsIn(service: Service): Promise<number> {
  return (await service.client.withKey(await keyOf(service)).get(EXPORT)).body.data.Tags.length
}

/** An export of which only the beginning has been read. */
async function slowExport(app: App, key: string) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(`GET /api${EXPORT} HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${key}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

const tablesOf = (count: number, table: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, table]))

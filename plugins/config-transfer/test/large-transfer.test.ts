import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { configurationTables, definePlugin, field, type KernelOptions, StartupError } from '@plinth/kernel'
import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'
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
const CANONICAL = '/settings/canonical_config'

const manyTags = (count: number, prefix = 'T') =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}`, unit: 'bar', data_type: 'float' }))

const variableRecords = (count: number) => Array.from({ length: count }, (_, index) => `{"name":"V${index}"}`)
/** Returns enough records to fill one batch of the parser, so that the next record begins another batch. */
const fullBatch = () => Array.from({ length: 250 }, (_, index) => `{"name":"${String(index).padEnd(80)}"}`)
const listOfVariables = (records: string) => `{"data":{"Units":[],"Variables":[${records}]}}`

/** Files that are not valid JSON or exceed a limit, and the expected message. */
const INVALID_FILES: Readonly<Record<string, [file: () => string | Buffer, reason: RegExp]>> = {
  'that is truncated in a record': [() => fileOf(smallPlant()).slice(0, 300), /ends too early, at byte 300/],
  'that is truncated after its records': [() => fileOf(smallPlant()).slice(0, -1), /, at byte 578$/],
  'with a word after its records': [
    () => listOfVariables(variableRecords(9).join()).replace(']}}', '],oops}}'),
    /, at byte 160$/,
  ],
  'with a word in a list outside of "data"': [() => '{"data":{},"x":{"y":[oops]}}', /at byte 21$/],
  'with a byte that is not UTF-8 in a list outside of "data"': [
    () => withIncompleteSequence('{"data":{},"x":{"y":["é"]}}', 0xc3),
    /not UTF-8, at byte 22$/,
  ],
  'with a byte that is not UTF-8 outside of its records': [
    () => withIncompleteSequence('{"data":{"Units":[{"name":"a"}]},"x":"é"}', 0xc3),
    /not UTF-8, at byte 38$/,
  ],
  'with a word between records': [() => listOfVariables('{"name":"a"} and {"name":"b"}'), /at byte 46$/],
  'with a trailing comma': [() => listOfVariables(`${variableRecords(3)},`), /record is missing, at byte 75$/],
  'with a trailing comma at the end of a batch': [
    () => listOfVariables(`${fullBatch()},`),
    /record is missing, at byte 23033$/,
  ],
  'with two commas between records': [
    () => listOfVariables(variableRecords(3).join(',,')),
    /record is missing, at byte 47$/,
  ],
  'with a record that is closed twice': [() => listOfVariables('{"name":"a"}}'), /at byte 45$/],
  'with a bracket in place of a brace': [() => listOfVariables('{"name":"a"]'), /at byte 44$/],
  'with a single quote': [() => listOfVariables("{'name':1}"), /at byte 34$/],
  'with a bare control character': [() => listOfVariables('{"name":"a\u0001"}'), /at byte 43$/],
  'with a duplicate key in a record': [
    () => listOfVariables('{"name":"a"},{"name":"b","name":"c"}'),
    /duplicate key, at byte 58$/,
  ],
  'with a duplicate key deep in a record': [
    () => listOfVariables('{"name":{"a:\\"{":1,"a":{"b":[{}]},"a:\\u0022{":2}}'),
    /duplicate key, at byte 67$/,
  ],
  'with a duplicate table': [
    () => '{"data":{"Variables":[{"name":"a"}],"Variables":[]}}',
    /duplicate key, at byte 36$/,
  ],
  'with a duplicate "data"': [() => '{"data":{"Variables":[{"name":"é"}]},"data":{}}', /duplicate key, at byte 38$/],
  'that is nested a million levels deep': [() => listOfVariables('['.repeat(1_000_000)), /100 deep, at byte \d+$/],
  'with a record of 131,073 bytes': [
    () => listOfVariables(`{"name":"a"},${'{"name":"b"}'.padEnd(131_073)}`),
    /131072 bytes, after byte 46$/,
  ],
  'with a string that does not end': [() => listOfVariables(`{"name":"${'x'.repeat(3_000_000)}`), /131072 bytes/],
  'with more than a megabyte outside of its records': [
    () => `{"data":{},"x":"${'x'.repeat(1_500_000)}"}`,
    /262144 bytes/,
  ],
  'with 20,000 lists': [() => fileOf(tablesOf(20_000, [])), /it has more than 1000 tables/],
  'with a byte that is not UTF-8': [
    () => withIncompleteSequence(listOfVariables('{"name":"a"},{"name":"é"}'), 0xc3),
    /not UTF-8, at byte 55$/,
  ],
  'that is compressed': [() => gzipSync(fileOf(smallPlant())), /not UTF-8|JSON/],
}

/** Invalid files, with the mark ‸ before the first invalid byte. */
const SYNTAX_ERRORS: readonly string[] = [
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

    for (const [what, [file, reason]] of Object.entries(INVALID_FILES)) {
      it(`${what} is refused with the reason, and nothing is written`, async () => {
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

    it('that is not valid JSON is refused with the offset of the first invalid byte', async () => {
      for (const marked of SYNTAX_ERRORS) {
        const { message } = (await sudo.upload(IMPORT, marked.replace('‸', ''))).body

        const offset = Buffer.byteLength(marked.slice(0, marked.indexOf('‸')))
        expect(message, marked).to.match(new RegExp(`^Invalid JSON file: .*, at byte ${offset}$`))
        expect(message.isWellFormed(), marked).to.equal(true)
      }
    })

    it('that becomes invalid after 40 MB is refused, and nothing is written', async function () {
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

    it('may have a record of 131,072 bytes, including the white space around it', async () => {
      const { body } = await sudo.upload(IMPORT, listOfVariables('{"name":"padded"}'.padEnd(131_072)))

      expect(body.summary).to.deep.equal({ imported: 1, skipped: 0, errors: 0 })
    })

    it('may have empty lists, white space, a byte order mark and escapes wherever JSON allows them', async () => {
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

      const [response] = await once(socket, 'data')
      socket.destroy()

      expect(String(response)).to.match(/^HTTP\/1.1 413 .*BODY_TOO_LARGE/s)
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
      it('does not lose its transaction to the idle timeout while it writes nothing', async function () {
        this.timeout(60_000)
        const storage = await database.create()
        const hostKnex = knex({
          client: 'pg',
          connection: { connectionString: storage.url, options: '-c idle_in_transaction_session_timeout=1000' },
        })
        const host = await startTestApp({
          database,
          on: storage,
          kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
        })
        const client = await host.signIn('sudo')
        const refused = Array(3_000_000).fill('{"name":7}')

        const response = await client.upload(
          IMPORT,
          `{"data":{"Manufacturer":[${[...refused, '{"name":"a"}'].join()}]}}`,
        )

        await host.stopAndKeepDatabase()
        await hostKnex.destroy()
        await storage.drop()
        expect([response.status, response.body.summary]).to.deep.equal([
          200,
          { imported: 1, skipped: 0, errors: 3_000_000 },
        ])
      })
    }

    const gatedFile = (prefix: string) => fileOf({ Tags: manyTags(50, prefix), Gated: [{ name: prefix }] })
    const tagsOf = (prefix: string) =>
      app.services.database.read(async (knex) => (await knex('plinth_tags').whereLike('name', `${prefix}%`)).length)

    it('lets others read, without its uncommitted rows', async () => {
      const importing = sudo.upload(IMPORT, gatedFile('read-'))
      await gate.reached

      const response = await sudo.get('/users/sudo')
      const visibleTags = await tagsOf('read-')
      gate.open()

      expect([response.status, visibleTags]).to.deep.equal([200, 0])
      expect((await importing).body.summary.imported).to.equal(51)
      expect(await tagsOf('read-')).to.equal(50)
    })

    it('may have four others wait for it, and the next one is refused', async () => {
      const imports = [sudo.upload(IMPORT, gatedFile('first-'))]
      await gate.reached
      for (const prefix of ['second-', 'third-', 'fourth-', 'fifth-'])
        imports.push(sudo.upload(IMPORT, fileOf({ Tags: manyTags(1, prefix) })))
      await until(() => app.services.importService.activeCount === 5)

      const { status, headers, body } = await sudo.upload(IMPORT, fileOf({ Tags: manyTags(1, 'sixth-') }))
      gate.open()

      expect([status, body.code]).to.deep.equal([503, 'TOO_MANY_IMPORTS'])
      expect(Number(headers['retry-after'])).to.be.greaterThan(0)
      expect((await Promise.all(imports)).map((response) => response.status)).to.deep.equal([200, 200, 200, 200, 200])
      expect(await tagsOf('sixth-')).to.equal(0)
    })

    if (database.name === 'SQLite') {
      it('makes other writers wait five seconds, then get 503 with Retry-After', async function () {
        this.timeout(20_000)
        const importing = sudo.upload(IMPORT, gatedFile('write-'))
        await gate.reached

        const responses = await Promise.all([app.logIn('sudo', TEST_PASSWORD), sudo.get('/settings/export_config')])
        gate.open()

        expect(responses.map(({ status }) => status)).to.deep.equal([503, 503]) // an export writes its event
        for (const { headers } of responses) expect(Number(headers['retry-after'])).to.be.greaterThan(0)
        expect((await importing).body.summary.imported).to.equal(51)
        expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
      })
    } else {
      it('lets others write', async () => {
        const importing = sudo.upload(IMPORT, gatedFile('write-'))
        await gate.reached

        const person = { username: 'meanwhile', email: 'm@plant.test', role_name: 'guest', password: TEST_PASSWORD }
        const responses = [await app.logIn('sudo', TEST_PASSWORD), await app.post('/users/signup', person)]
        gate.open()

        expect(responses.map(({ status }) => status)).to.deep.equal([200, 200])
        expect((await importing).body.summary.imported).to.equal(51)
      })

      it('blocks an import on another replica until it ends', async () => {
        const other = await startTestApp({
          database,
          on: app.database,
          kernel: (options) => createStandardKernel(options).use(gated(() => new Gate().open())),
        })
        const importing = sudo.upload(IMPORT, gatedFile('replica-'))
        await gate.reached
        const second = other.withKey(sudo.key).upload(IMPORT, gatedFile('replica-'))
        const isSecondWaiting = await Promise.race([second.then(() => false), pause(300).then(() => true)])
        gate.open()

        const reports = [await importing, await second].map(({ body }) => body.summary)
        await other.stop()

        expect(isSecondWaiting).to.equal(true)
        expect(reports).to.deep.equal([
          { imported: 51, skipped: 0, errors: 0 },
          { imported: 0, skipped: 51, errors: 0 },
        ])
      })
    }

    it('is rolled back when its client disconnects', async () => {
      const upload = sendUpload(app, sudo.key, gatedFile('gone-'))
      await gate.reached

      upload.destroy()
      gate.open()
      const next = await sudo.upload(IMPORT, fileOf({ Gated: [] })) // starts when the aborted import has ended

      expect(next.status).to.equal(200)
      expect(await tagsOf('gone-')).to.equal(0)
    })
  })
})

describe('a configuration with tables contributed by a plugin', () => {
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

    it('imports them after the tables that they refer to, even if children precede their parents', async () => {
      const { body } = await sudo.upload(IMPORT, fileOf({ Pumps, Stations: stations, ...smallPlant() }))

      expect(body.results.imported).to.include({ Stations: 3, Pumps: 1, Tags: 1 })
      expect(body.results.errors).to.deep.equal({ Stations: ['Attic: parent "Nowhere" not found'] })
    })

    it('exports them so that another database can import them', async () => {
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

    it('exports them last, unless "after" names another table', async () => {
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
      it(`imports a tree of 120 levels with children ${order} their parents`, async () => {
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

/** The correct fields of the table Careless. */
const FIELDS = {
  name: field.text({ max: 64 }),
  label: field.text({ max: 64 }),
  serial: field.text({ max: 64 }),
  level: field.integer(),
  tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name', nullable: true }),
}
const { level: _, ...FIELDS_WITHOUT_LEVEL } = FIELDS

/** Returns the correct fields with one added or replaced. */
const withField = (name: string, added: Field) => ({ fields: { ...FIELDS, [name]: added } })

/** A reference to another record of the same table. */
const toItself = (options: Pick<Reference, 'as' | 'by'>) =>
  field.reference({ column: 'tag_id', to: 'Careless', nullable: true, ...options })

describe('a configuration table with an inconsistent description', () => {
  forEachDatabase((database) => {
    for (const [what, table, message] of [
      ['if its table does not exist', { table: 'carless' }, 'stored in carless, which the database does not have'],
      [
        'if a column does not exist',
        withField('label', field.text({ max: 64, column: 'lable' })),
        'the column "lable", which careless does not',
      ],
      [
        'if a column that is NOT NULL gets no value',
        { fields: FIELDS_WITHOUT_LEVEL },
        'The column "level" of careless is NOT NULL without a default, and no field',
      ],
      [
        'if a field is nullable but its column is NOT NULL',
        withField('level', field.integer({ nullable: true })),
        '"Careless.level" is nullable, but the column "level" of careless is NOT NULL',
      ],
      [
        'if a column is nullable but its field is not',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tags', as: 'name' })),
        '"Careless.tag" is not nullable, but the column "tag_id" of careless allows NULL',
      ],
      [
        'if a reference is resolved by an unknown field of the other table',
        withField(
          'tag',
          field.reference({ column: 'tag_id', to: 'Tags', by: { nam: 'tag' }, as: 'name', nullable: true }),
        ),
        '"Careless.tag" is looked up by "nam", which "Tags" does not have. Did you mean "name"?',
      ],
      [
        'if its key is misspelt',
        { key: ['nam'] },
        'names the field "nam", which the table does not have. Did you mean "name"?',
      ],
      [
        'if a reference is to an unknown table',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tag', as: 'name', nullable: true })),
        '"Tag", which no plugin contributes. Did you mean "Tags"?',
      ],
      [
        'if a reference is resolved by an unknown field of its own',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tags', by: { name: 'taag' }, as: 'name' })),
        '"Careless.tag" is looked up by its "taag", which "Careless" does not have. Did you mean "tag"?',
      ],
      [
        'if a field is derived from an unknown field',
        withField('unit', field.derived({ through: 'tag', field: 'untit' })),
        '"Careless.unit" is derived from "untit", which "Tags" does not have. Did you mean "unit"?',
      ],
      [
        'if a field is derived through an unknown reference',
        withField('unit', field.derived({ through: 'tagg', field: 'unit' })),
        '"Careless.unit" is derived through "tagg", which is not a reference. Did you mean "tag"?',
      ],
      [
        'if exporting a record would export another record of the same table, endlessly',
        withField('tag', toItself({ as: 'record' })),
        `"Careless.tag" exports a whole record of its own table, which would contain another one, and so on endlessly. Use { as: 'name' }.`,
      ],
      [
        'if a reference is resolved by itself in another record of the table',
        withField('tag', toItself({ as: 'name', by: { tag: 'name' } })),
        '"Careless.tag" is found by "tag" of another record of "Careless", which leads back to "Careless.tag".',
      ],
      [
        'if a field is derived from itself in another record of the table',
        {
          fields: {
            ...FIELDS,
            tag: toItself({ as: 'name' }),
            first: field.derived({ through: 'tag', field: 'second' }),
            second: field.derived({ through: 'tag', field: 'first' }),
          },
        },
        '"Careless.first" is derived from "second" of another record of "Careless", which leads back to "Careless.first".',
      ],
      [
        'if a default names an unknown field',
        withField('label', field.text({ max: 64, default: { field: 'nam' } })),
        '"Careless.label" has the field "nam" as its default, which "Careless" does not have. Did you mean "name"?',
      ],
      [
        'if its records may be too large for a file',
        withField('label', field.text({ max: 131_008 })),
        'The text fields of "Careless" may have 131136 characters in total, but a record in a file may have only 131072 bytes.',
      ],
      ['if its key has no unique index', { key: ['label'] }, 'needs a unique index on careless (label)'],
      ['if it does not name a unique index', { unique: [] }, 'The unique index on careless (serial)'],
      ['if a number is unique', { unique: ['serial', 'level'] }, '"Careless.level" cannot be unique'],
      [
        'if a property of it is misspelt',
        { privilage: 'level' } as object,
        'The configuration table "Careless" has "privilage", which it cannot have. Did you mean "privilege"?',
      ],
      [
        'if an option of a field is misspelt',
        withField('label', field.text({ max: 64, nulable: true } as never)),
        '"Careless.label" has "nulable", which it cannot have. Did you mean "nullable"?',
      ],
      [
        'if a text has no maximum length',
        withField('label', field.text({} as never)),
        '"Careless.label" needs "max", the maximum number of characters: a whole number.',
      ],
      [
        'if its privilege is an unknown field',
        { privilege: 'levl' },
        'nor the privilege of a table that it refers to. Did you mean "level"?',
      ],
      [
        'if its privilege may be null',
        { ...withField('level', field.integer({ nullable: true })), privilege: 'level' },
        'The privilege "level" of the configuration table "Careless" may be null',
      ],
      ['if its privilege is in a table without one', { privilege: 'tag.name' }, 'The privilege "tag.name"'],
      [
        'if the form of a reference is unknown',
        withField('tag', field.reference({ column: 'tag_id', to: 'Tags', as: 'nam' as 'name', nullable: true })),
        `"Careless.tag" has "as": "nam". Write 'name' to export the name`,
      ],
      [
        'if a field is not made by a function of "field"',
        withField('tag', 'text' as never),
        '"Careless.tag" is not a field. Create it with field.text',
      ],
      ['if it comes after itself', { after: 'Careless' }, 'The configuration table "Careless" comes after itself'],
      [
        'if it has the name of another table',
        { name: 'Tags' },
        'The plugins "plant" and "careless" each contribute a configuration',
      ],
    ] as const) {
      it(`is refused at startup ${what}`, async () => {
        const error = await startTestApp({
          database,
          kernel: (options) => createStandardKernel(options).use(careless(table)),
        }).catch((thrown: unknown) => thrown)

        expect(error).to.be.instanceOf(StartupError)
        expect(String(error)).to.include(message).and.include('"careless"')
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
      it(`is accepted ${meant ? 'with a warning' : 'silently'} if that table is named ${after}`, async () => {
        const kernel = (options: KernelOptions) => createStandardKernel(options).use(careless({ after }))
        const app = await startTestApp({ database, kernel })

        const warnings = app.logLines.map((line) => JSON.parse(line).msg).filter((text) => text.includes('comes after'))
        await app.stop()

        expect(warnings).to.deep.equal(meant === undefined ? [] : [`The plugin "careless": ${meant}`])
      })
    }
  })
})

/** Returns a plugin with the table Careless, whose description is partly replaced. */
const careless = (changes: Partial<ConfigurationTable>) =>
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
        fields: FIELDS,
        ...changes,
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
      for (const [index, hasReached] of [isReceiving, isImporting].entries()) {
        const service = await serve(environment)
        const key = await keyOf(service)
        const file = fileOf({ ...smallPlant(), Tags: manyTags(5_000 * (index + 1)) })
        const importing = service.client
          .withKey(key)
          .upload(IMPORT, file)
          .catch(() => {})
        await until(() => hasReached(service, key, tempDatabase))
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

describe('an import on a full disk', function () {
  this.timeout(60_000)
  const MAX_FILE_KIB = 4_096

  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: TestClient
    before(async () => {
      tempDatabase = await database.create()
      const environment = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
      service = await serve(environment, MAX_FILE_KIB)
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey)
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
    })

    it('gets 507 if its file does not fit, and leaves no file behind', async () => {
      const { status, body } = await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags: manyTags(90_000) }))

      expect([status, body.code]).to.deep.equal([507, 'UPLOAD_FAILED'])
      expect(await readdir(join(tempDatabase.dataDir, 'uploads'))).to.deep.equal([])
      expect(await tagsIn(service)).to.equal(0)
    })

    if (database.name === 'SQLite') {
      it('gets 503 if its rows do not fit, and writes none', async () => {
        const { status, body } = await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags: manyTags(30_000) }))

        expect([status, body.code]).to.deep.equal([503, 'DATABASE_UNAVAILABLE'])
        expect(await tagsIn(service)).to.equal(0)
      })
    }

    it('succeeds afterwards with a smaller file', async () => {
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
      app = await startApp({ database, settings: { exportTimeout: 6 } })
      sudo = await app.signIn('sudo')
      const description = 'x'.repeat(250)
      const Tags = manyTags(20_000).map((tag) => ({ ...tag, description, opcua_address: description }))
      await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags }))
    })
    after(() => app.stop())

    it('is refused while two others run, and is aborted if its client is too slow', async function () {
      this.timeout(60_000)
      const slow = [await slowExport(app, sudo.key), await slowExport(app, sudo.key, CANONICAL)]

      const refused = await Promise.all([EXPORT, CANONICAL].map((path) => sudo.get(path)))
      await Promise.all(slow.map((socket) => once(socket.resume(), 'close')))
      const later = await sudo.get(EXPORT)

      for (const { status, body } of refused) expect([status, body.code]).to.deep.equal([503, 'TOO_MANY_EXPORTS'])
      expect(later.status).to.equal(200)
      expect(later.body.data.Tags).to.have.length(20_000)
    })

    for (const [clientAction, act, result] of [
      ['closes', (socket: Socket) => socket.destroy(), 'abandoned'],
      ['resets', (socket: Socket) => socket.resetAndDestroy(), 'abandoned'],
      ['does not read from', () => {}, 'failed'],
    ] as const) {
      it(`is counted as ${result} if its client ${clientAction} the connection`, async () => {
        const { exportService } = app.services
        await until(() => exportService.activeCount === 0) // also the export of the previous test
        const before = { ...exportService.results }
        const socket = await slowExport(app, sudo.key)

        act(socket)
        await until(() => exportService.activeCount === 0)
        socket.destroy()

        expect(exportService.results).to.deep.equal({ ...before, [result]: before[result] + 1 })
      })
    }
  })

  forEachDatabase((database) => {
    it('is one snapshot, even during an import', async () => {
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

/** Blocks an import until it is opened. */
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

/** Returns a plugin with a table that is imported after the tags, and whose import first waits at a gate. */
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

/** A plugin with two tables: pumps refer to tags and stations, and stations to their parent stations. */
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

/** Returns the bytes of a string, without the byte after the last one of this value: an incomplete UTF-8 sequence. */
function withIncompleteSequence(text: string, byte: number): Buffer {
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

/** Sends a complete upload without waiting for its response, and returns the request. */
function sendUpload(app: Pick<App, 'url'>, key: string, file: string) {
  const { headers, body } = formOf(file)
  const upload = request(`${app.url}${IMPORT}`, { method: 'POST', headers: { ...headers, 'X-API-KEY': key } })
  upload.on('error', () => {})
  upload.end(body)
  return upload
}

/** Logs in as sudo and returns the key. */
async function keyOf(service: Service): Promise<string> {
  return (await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })).body.apiKey
}

/** Whether an upload has begun: the upload folder is created with the first file. */
async function isReceiving(_: Service, __: string, { dataDir }: TempDatabase): Promise<boolean> {
  return (await readdir(dataDir)).includes('uploads')
}

async function isImporting(service: Service, key: string): Promise<boolean> {
  return (await service.client.withKey(key).get('/metrics')).text.includes('plinth_imports_in_progress 1')
}

async function tagsIn(service: Service): Promise<number> {
  return (await service.client.withKey(await keyOf(service)).get(EXPORT)).body.data.Tags.length
}

/** Starts an export and reads only its beginning. */
async function slowExport(app: App, key: string, path = EXPORT) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(`GET /api${path} HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${key}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

const tablesOf = (count: number, table: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, table]))

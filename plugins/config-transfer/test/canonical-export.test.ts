import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { type FileRecord, fileOf, smallPlant, type Tables } from '../../../test/support/configuration.js'
import {
  apply,
  configurationFrom,
  emptySite,
  holdsForPairs,
  planFile,
  type Site,
  TIMEOUT_MS,
  useSites,
} from '../../../test/support/configuration-sites.js'
import { applyFile } from '../../../test/support/plans.js'

const CANONICAL = '/settings/canonical_config'
const IMPORT = '/settings/import_config'

/** Names in the order of their code points, which is neither that of UTF-16 nor that of a dictionary. */
const NAMES = [
  '\u0001control',
  '\ttab',
  '\nline',
  ' space',
  '"quoted"',
  "'quoted'",
  '10',
  '9',
  'A',
  'AB',
  'Z',
  '\\',
  'a',
  'a b',
  'ab',
  'e\u0301',
  'z',
  '\u007f',
  'ä',
  'é',
  '\u2028separator',
  '漢',
  '\ue000',
  '\uffee',
  '😀',
  '😀a',
  '😁',
  '\u{10fffd}',
]

const NUMBERS = [0.1 + 0.2, 1e21, 5e-324, -5e-324, 1.7976931348623157e308, 2 ** 53 - 1, 1e-7, 100, 1 / 3]
const INTEGERS = [0, -7, 2 ** 31 - 1, -(2 ** 31 - 1)]

describe('the canonical form of generated configurations', function () {
  this.timeout(TIMEOUT_MS)

  const sites = useSites()

  it('has the same bytes after an import into any database', () =>
    holdsForPairs(async (file) => {
      for (const source of sites) {
        await configurationFrom(source, file)
        const canonical = await exportOf(source)
        expectCanonical(canonical)
        for (const target of sites) {
          await emptySite(target)
          await target.sudo.upload(IMPORT, canonical)
          expect(await exportOf(target)).to.equal(canonical)
        }
      }
    }))

  it('does not depend on the order of creation, nor on what was changed and removed in between', () =>
    holdsForPairs(async (file, other) => {
      for (const site of sites) {
        await configurationFrom(site, file)
        const canonical = await exportOf(site)
        const tables: Tables = JSON.parse(canonical).data

        await configurationFrom(site, other) // whose rows are deleted, so that the ids of the next have gaps
        await configurationFrom(site, reversed(tables))
        await apply(site, await planFile(site, altered(tables)))
        const inBetween = await exportOf(site)
        await apply(site, await planFile(site, tables))

        expect(inBetween).to.not.equal(canonical)
        expect(await exportOf(site)).to.equal(canonical)
      }
    }))

  it('equals that of another configuration once its export is planned and applied, apart from roles and users', () =>
    holdsForPairs(async (first, second) => {
      for (const source of sites) {
        await configurationFrom(source, second)
        const canonical = await canonicalOf(source.sudo)
        for (const target of sites) {
          await configurationFrom(target, first)
          await apply(target, await planFile(target, JSON.parse(canonical).data))

          expect(withoutPeople(await canonicalOf(target.sudo))).to.equal(withoutPeople(canonical))
        }
      }
    }))
})

describe('the canonical form', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    beforeEach(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())

    const linesAfter = async (tables: Tables, table: string) => {
      const { body } = await sudo.upload(IMPORT, fileOf(tables))
      expect(body.results.errors, 'the errors of the import').to.satisfy(hasNoErrors)
      return linesOf(await canonicalOf(sudo), table)
    }

    it('has the records in the order of the code points of their names, each with all that it refers to', async () => {
      const Variables = NAMES.toReversed().map((name) => ({ name }))
      const Segment = NAMES.map((name, index) => ({ name: index % 2 === 0 ? 'B' : 'a', manufacturer: name }))
      const Manufacturer = Variables

      const variables = await linesAfter({ Variables, Manufacturer, Segment: Segment.toReversed() }, 'Variables')
      const segments = linesOf(await canonicalOf(sudo), 'Segment')

      expect(variables).to.deep.equal(NAMES.map((name) => JSON.stringify({ name })))
      const sorted = ['B', 'a'].flatMap((name) => Segment.filter((segment) => segment.name === name))
      expect(segments).to.deep.equal(sorted.map((segment) => JSON.stringify(segment)))
    })

    it('has all numbers as they were imported', async () => {
      const machines = NUMBERS.map((interval, index) => ({
        identifier: `m-${index}`,
        name: `Pump ${index}`,
        interval,
        buffer_size: INTEGERS[index % INTEGERS.length],
        threshold: index === 0 ? null : -interval,
      }))

      const lines = await linesAfter({ Machines: machines }, 'Machines')

      const inFile = lines.map((line) => {
        const { identifier, name, interval, buffer_size, threshold } = JSON.parse(line)
        return { identifier, name, interval, buffer_size, threshold }
      })
      expect(inFile).to.deep.equal(machines)
      expect(lines[0]).to.include('"interval":0.30000000000000004,').and.to.include('"threshold":null')
      expect(lines[1]).to.include('"interval":1e+21,')
      expect(lines[2]).to.include('"interval":5e-324,')
    })

    it('has the version but no export time, and is downloaded as configuration.json', async () => {
      await sudo.upload(IMPORT, fileOf(smallPlant()))

      const { headers, text } = await sudo.get(CANONICAL)

      expect(headers['content-type']).to.equal('application/json')
      expect(headers['content-disposition']).to.equal('attachment; filename="configuration.json"')
      expectCanonical(text)
      expect(linesOf(text, 'Manufacturer')).to.deep.equal(['{"name":"Acme"}'])
      expect(linesOf(text, 'Units')[0]).to.equal('{"name":"bar","variable":"Pressure","unit":"bar"}')
      expect(linesOf(text, 'Alarms')).to.deep.equal([])
      expect(linesOf(text, 'Tags')[0]).to.match(/^\{"id":"tag-1","name":"PT-1","unit":"bar",/)
    })

    it('differs by one line if one record was changed', async () => {
      const Tags = ['a', 'b', 'c'].map((name) => ({ name, unit: 'bar', data_type: 'float' }))
      await sudo.upload(IMPORT, fileOf({ ...smallPlant(), Tags }))
      const before = (await canonicalOf(sudo)).split('\n')
      await applyFile(sudo, { Tags: [{ name: 'b', description: 'Inlet' }] })

      const after = (await canonicalOf(sudo)).split('\n')

      const changed = after.filter((line, index) => line !== before[index])
      expect(after).to.have.length(before.length)
      expect(changed).to.have.length(1)
      expect(changed[0]).to.include('"name":"b"').and.to.include('"description":"Inlet"')
    })

    it('requires the privilege level of an export, and is recorded and counted as one', async () => {
      const [operator, admin] = [await app.signIn('operator'), await app.signIn('admin', 'anna')]

      const responses = [await app.get(CANONICAL), await operator.get(CANONICAL), await admin.get(CANONICAL)]

      expect(responses.map(({ status }) => status)).to.deep.equal([401, 403, 200])
      const { body } = await sudo.get('/audit?event=configuration-exported')
      expect(body).to.have.length(1)
      expect(body[0]).to.deep.include({ event: 'configuration-exported', result: 'done', target: null })
      expect(body[0].actor).to.equal('anna')
      expect(app.services.exportService.results).to.deep.include({ written: 1 })
    })
  })
})

/** Returns the export of a site, with names instead of the identifiers that its first start has generated. */
async function exportOf({ sudo, firstStart }: Site): Promise<string> {
  const { Roles = [], Users = [] } = firstStart
  return [...Roles, ...Users].reduce(
    (text, { identifier, name, username }) => text.replaceAll(String(identifier), String(username ?? name)),
    await canonicalOf(sudo),
  )
}

async function canonicalOf(client: SignedIn): Promise<string> {
  const { status, text } = await client.get(CANONICAL)
  expect(status, text).to.equal(200)
  return text
}

/** Expects the layout: sorted tables, one record a line, no ids of rows. */
function expectCanonical(text: string): void {
  const { version, data } = JSON.parse(text)
  const names = Object.keys(data)
  expect(version).to.equal('1.0')
  expect(names).to.deep.equal(names.toSorted())
  const tables = names.map((name) => {
    const records: FileRecord[] = data[name]
    return `${JSON.stringify(name)}:[${records.map((record) => `\n${JSON.stringify(record)}`).join(',')}\n]`
  })
  expect(text).to.equal(`{"version":"1.0","data":{\n${tables.join(',\n')}\n}}\n`)
  const ids = Object.values<FileRecord[]>(data).flatMap((records) => records.map(({ id }) => id))
  expect(ids.filter((id) => typeof id === 'number')).to.deep.equal([])
}

/** Returns the lines of the records of a table, without the commas between them. */
function linesOf(text: string, table: string): string[] {
  const lines = text.split('\n')
  const start = lines.indexOf(`${JSON.stringify(table)}:[`) + 1
  const end = lines.findIndex((line, index) => index >= start && line.startsWith(']'))
  return lines.slice(start, end).map((line) => line.replace(/,$/, ''))
}

const hasNoErrors = (errors: Record<string, unknown[]>) => Object.values(errors).every(({ length }) => length === 0)

function reversed(tables: Tables): Tables {
  return Object.fromEntries(
    Object.entries(tables)
      .toReversed()
      .map(([name, records]) => [name, records.toReversed()]),
  )
}

/** Returns tables in which some records are missing, and others are changed or added. */
function altered(tables: Tables): Tables {
  const { Tags = [], Variables = [], ...others } = plantOf(tables)
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, records]) => [name, records.slice(1)])),
    Tags: Tags.map((tag) => ({ ...tag, description: 'altered' })),
    Variables: [...Variables, { name: 'Added' }],
  }
}

const plantOf = ({ Roles: _, Users: __, ...tables }: Tables): Tables => tables

function withoutPeople(text: string): string {
  const { data } = JSON.parse(text)
  return ['Roles', 'Users'].reduce((rest, name) => {
    const records = linesOf(text, name)
    expect(records).to.have.length(data[name].length)
    return rest.replace(`${JSON.stringify(name)}:[${records.length ? '\n' : ''}${records.join(',\n')}\n]`, name)
  }, text)
}

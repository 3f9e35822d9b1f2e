import { configurationTables, definePlugin, field, type KernelOptions, type Knex, StartupError } from '@plinth/kernel'
import type { Field } from '@plinth/kernel/contracts'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, startTestApp } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../../../test/support/configuration.js'

interface Case {
  readonly what: string
  readonly column: (table: Knex.CreateTableBuilder, name: string) => unknown
  readonly field: (name: string) => Field
  /** The only database that the case applies to. */
  readonly on?: 'SQLite' | 'PostgreSQL'
}

const nullable = true
const toVariable = (column: string) =>
  field.reference({ column, to: 'Variables', by: { name: column }, as: 'name', nullable })
const aNumber = () => field.number({ nullable })
const anInteger = () => field.integer({ nullable })
const aBoolean = () => field.boolean({ nullable })
const aTimestamp = () => field.timestamp({ nullable })
const aText = () => field.text({ max: 9, nullable })

/** Columns that cannot store the values of their field, or cannot return them unchanged; with the reported problem. */
const REFUSED: readonly (Case & { readonly problem: string })[] = [
  {
    what: 'a number field in a text column',
    column: (table, name) => table.text(name),
    field: aNumber,
    problem: 'is a number, but the',
  },
  {
    what: 'an integer field in a varchar column',
    column: (table, name) => table.string(name),
    field: anInteger,
    problem: 'to integer in',
  },
  {
    what: 'a boolean field in a text column',
    column: (table, name) => table.text(name),
    field: aBoolean,
    problem: 'is true or false, but',
  },
  {
    what: 'a text field in an integer column',
    column: (table, name) => table.integer(name),
    field: aText,
    problem: 'the type integer. Change',
  },
  {
    what: 'a text field in a boolean column',
    column: (table, name) => table.boolean(name),
    field: aText,
    problem: 'the type boolean. Change',
  },
  {
    what: 'a text field whose canonical form is in an integer column',
    column: (table, name) => table.text(name) && table.integer(`${name}_key`),
    field: (name) => field.text({ max: 9, nullable, caseless: `${name}_key` }),
    problem: 'the type integer. Change the column to text in another migration, or correct the field.',
  },
  {
    what: 'a reference whose foreign key refers to another table',
    column: (table, name) => table.integer(name).references('plinth_units.id'),
    field: toVariable,
    problem: 'references plinth_units.id. Make it reference plinth_variables.id in another migration',
  },
  {
    what: 'a timestamp field in a timestamp column',
    column: (table, name) => table.timestamp(name),
    field: aTimestamp,
    problem: 'is stored as ISO 8601 text, but the column',
    on: 'PostgreSQL',
  },
  {
    what: 'a number field in an integer column',
    column: (table, name) => table.integer(name),
    field: aNumber,
    problem: 'the type integer. Change the column to double',
    on: 'PostgreSQL',
  },
  {
    what: 'a boolean field in an integer column',
    column: (table, name) => table.integer(name),
    field: aBoolean,
    problem: 'the type integer. Change the column to boolean',
    on: 'PostgreSQL',
  },
  {
    what: 'a reference in a text column',
    column: (table, name) => table.text(name),
    field: toVariable,
    problem: 'holds the id of another row, but the column',
    on: 'PostgreSQL',
  },
  {
    what: 'a text field that is longer than its column',
    column: (table, name) => table.string(name),
    field: () => field.text({ max: 300, nullable }),
    problem: 'may have up to 300 characters, but the column',
    on: 'PostgreSQL',
  },
  {
    what: 'a number field in a float column, which rounds',
    column: (table, name) => table.float(name),
    field: aNumber,
    problem: 'the type real. Change the column to double',
    on: 'PostgreSQL',
  },
  {
    what: 'a number field in a decimal column, which rounds and refuses large numbers',
    column: (table, name) => table.decimal(name, 20, 5),
    field: aNumber,
    problem: 'the type numeric. Change the column to double',
    on: 'PostgreSQL',
  },
  {
    what: 'an integer field in a smallint column, which refuses large numbers',
    column: (table, name) => table.specificType(name, 'smallint'),
    field: anInteger,
    problem: 'the type smallint. Change the column to integer',
    on: 'PostgreSQL',
  },
]

/** Columns of other types that return the values of their field unchanged. */
const ACCEPTED: readonly (Case & { readonly value: unknown })[] = [
  {
    what: 'a number field in a double column',
    column: (table, name) => table.double(name),
    field: aNumber,
    value: 1.5,
  },
  {
    what: 'an integer field in a bigint column',
    column: (table, name) => table.bigInteger(name),
    field: anInteger,
    value: 7,
  },
  {
    what: 'an integer field in a double column',
    column: (table, name) => table.double(name),
    field: anInteger,
    value: 7,
  },
  {
    what: 'a text field in a varchar column',
    column: (table, name) => table.string(name, 9),
    field: aText,
    value: '007',
  },
  {
    what: 'a text field with a date pattern in a date column',
    column: (table, name) => table.date(name),
    field: () => field.text({ max: 10, nullable, pattern: [/^\d{4}-\d\d-\d\d$/, 'must be a day'] }),
    value: '2026-12-31',
  },
  {
    what: 'a reference without a foreign key',
    column: (table, name) => table.integer(name),
    field: toVariable,
    value: 'Pressure',
  },
  {
    what: 'a reference with its foreign key',
    column: (table, name) => table.bigInteger(name).references('plinth_variables.id'),
    field: toVariable,
    value: 'Pressure',
  },
  {
    what: 'a timestamp field in a timestamp column',
    column: (table, name) => table.timestamp(name),
    field: aTimestamp,
    value: '12/31/2026, 23:59:59.000001',
    on: 'SQLite',
  },
  {
    what: 'a number field in an integer column',
    column: (table, name) => table.integer(name),
    field: aNumber,
    value: 1.5,
    on: 'SQLite',
  },
  {
    what: 'a boolean field in an integer column',
    column: (table, name) => table.integer(name),
    field: aBoolean,
    value: false,
    on: 'SQLite',
  },
  {
    what: 'a reference in a text column',
    column: (table, name) => table.text(name),
    field: toVariable,
    value: 'Pressure',
    on: 'SQLite',
  },
]

const nameOf = (index: number) => `c${index}`

describe('a configuration table', () => {
  forEachDatabase((database) => {
    const here = <C extends Case>(cases: readonly C[]) => cases.filter(({ on = database.name }) => on === database.name)
    const start = (cases: readonly Case[]) =>
      startTestApp({ database, kernel: (options) => withGauges(options, cases) })

    describe('is refused at startup', () => {
      const cases = here(REFUSED)
      let error: unknown
      before(async () => {
        error = await start(cases).catch((thrown: unknown) => thrown)
      })

      for (const [index, { what, problem }] of cases.entries()) {
        it(`for ${what}`, () => {
          expect(error).to.be.instanceOf(StartupError)
          const [line] = (error as StartupError).problems.filter((each) => each.includes(`"Gauges.${nameOf(index)}" `))
          expect(line).to.include(problem).and.include('The plugin "gauges": ').and.include(' of gauges ')
        })
      }

      it('without any other problem being reported', () => {
        expect((error as StartupError).problems).to.have.length(cases.length)
      })
    })

    describe('returns its values unchanged', () => {
      const cases = here(ACCEPTED)
      const record = Object.fromEntries(cases.map(({ value }, index) => [nameOf(index), value]))
      let exported: Record<string, unknown>
      before(async () => {
        const app = await start(cases)
        const sudo = await app.signIn('sudo')
        const file = fileOf({ Variables: [{ name: 'Pressure' }], Gauges: [{ name: 'G-1', ...record }] })
        const { body } = await sudo.upload('/settings/import_config', file)
        expect(body.results.errors).to.deep.equal({})
        exported = (await sudo.get('/settings/export_config')).body.data.Gauges[0]
        await app.stop()
      })

      for (const [index, { what, value }] of cases.entries()) {
        it(`with ${what}`, () => {
          expect(exported[nameOf(index)]).to.equal(value)
        })
      }
    })
  })
})

/** Adds a plugin with a table that has a column and a field for each case. */
function withGauges(options: KernelOptions, cases: readonly Case[]) {
  const gauges = definePlugin()({
    name: 'gauges',
    dependsOn: ['plant'],
    migrations: [
      {
        name: '001-gauges',
        up: (transaction) =>
          transaction.schema.createTable('gauges', (table) => {
            table.increments('id')
            table.text('name').notNullable().unique()
            for (const [index, { column }] of cases.entries()) column(table, nameOf(index))
          }),
      },
    ],
    contributes: () => [
      configurationTables.of({
        name: 'Gauges',
        table: 'gauges',
        key: ['name'],
        fields: {
          name: field.text({ max: 64 }),
          ...Object.fromEntries(cases.map(({ field }, index) => [nameOf(index), field(nameOf(index))])),
        },
      }),
    ],
  })
  return createStandardKernel(options).use(gauges)
}

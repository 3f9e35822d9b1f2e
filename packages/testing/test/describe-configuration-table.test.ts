import type { Knex } from '@plinth/kernel'
import { expect } from 'chai'
import { outcomesOf } from './support/outcomes-of.js'
import { describeParts, type PartsOptions } from './support/parts.js'

/** Creates a SQLite trigger that changes each inserted row. */
const onInsert = (change: string) => (transaction: Knex.Transaction) =>
  transaction.raw(
    `CREATE TRIGGER parts_changed AFTER INSERT ON test_parts BEGIN UPDATE test_parts SET ${change} WHERE id = NEW.id; END`,
  )
/** Creates a SQLite trigger that rejects rows for which the condition does not hold. */
const onlyWhere = (condition: string) => (transaction: Knex.Transaction) =>
  transaction.raw(
    `CREATE TRIGGER parts_checked BEFORE INSERT ON test_parts WHEN NOT (${condition}) BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )

/** Defects of a table, with the test that must detect each. */
const DEFECTS: Readonly<Record<string, readonly [test: string, options: PartsOptions]>> = {
  'changes a value on insertion': [
    'imports each record, and exports all its fields unchanged',
    { alter: onInsert("remark = 'another'") },
  ],
  'changes the key of a record': [
    'skips every record when the file is imported again',
    { alter: onInsert("name = NEW.name || '!'") },
  ],
  'stores a value that it would refuse': [
    'exports the same records after a transfer to another database',
    { alter: onInsert('colour = upper(NEW.colour)') },
  ],
  'accepts longer strings than its column': [
    'stores the longest strings and the largest numbers',
    { alter: onlyWhere('length(NEW.remark) <= 10') },
  ],
  'accepts null, unlike its column': ['stores null in nullable fields', { alter: onlyWhere('NEW.colour IS NOT NULL') }],
  'has a default that its column refuses': [
    'fills omitted fields with their defaults',
    { alter: onlyWhere('NEW.width > 0') },
  ],
}

/** Tests of behaviour that the plugin config-transfer guarantees for any table. */
const COMMON_TESTS = [
  'skips the second of two records with the same key in a file',
  'reports the position of a record without a valid key',
  'refuses records that violate its definition, and names record and field',
]

describe('describeConfigurationTable', function () {
  this.timeout(60_000)

  for (const database of ['sqlite', 'postgres']) {
    it(`passes for a correct table, on ${database}`, async () => {
      const { passed, failed } = await outcomesOf(() => describeParts({}), database)

      expect(failed).to.deep.equal({})
      expect(passed).to.have.members([...Object.values(DEFECTS).map(([test]) => test), ...COMMON_TESTS])
    })
  }

  for (const [what, [test, options]] of Object.entries(DEFECTS)) {
    it(`fails for a table that ${what}`, async () => {
      const { failed } = await outcomesOf(() => describeParts(options))

      expect(failed).to.include.keys(test)
    })
  }

  for (const [what, options, message] of [
    ['an unknown table', { name: 'Prats' }, 'No plugin contributes a configuration table "Prats".'],
    ['a single record', { data: { Parts: [{ name: 'bolt' }] } }, '"data" needs two records or more under "Parts".'],
    [
      'a first record without some fields',
      { data: { Parts: [{ name: 'bolt', width: 1 }, { name: 'nut' }] } },
      'The first record of "Parts" in "data" needs a value in every field. It has none in "colour", "remark".',
    ],
  ] as const) {
    it(`reports ${what}`, async () => {
      const { failed } = await outcomesOf(() => describeParts(options))

      expect(Object.values(failed).join('\n')).to.include(message)
    })
  }
})

import type { Knex } from '@plinth/kernel'
import { expect } from 'chai'
import { outcomesOf } from './support/outcomes-of.js'
import { describeParts, type PartsOptions } from './support/parts.js'

/** A SQLite trigger that changes each inserted row. */
const onInsert = (change: string) => (transaction: Knex.Transaction) =>
  transaction.raw(
    `CREATE TRIGGER parts_spoilt AFTER INSERT ON test_parts BEGIN UPDATE test_parts SET ${change} WHERE id = NEW.id; END`,
  )
/** A SQLite check that rejects rows that violate it. */
const onlyWhere = (condition: string) => (transaction: Knex.Transaction) =>
  transaction.raw(
    `CREATE TRIGGER parts_checked BEFORE INSERT ON test_parts WHEN NOT (${condition}) BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )

/** A defect of a table, and the test that must find it. */
const DEFECTS: Readonly<Record<string, readonly [test: string, options: PartsOptions]>> = {
  'changes a value': [
    'imports each record, and exports every field of it as it was',
    { alter: onInsert("remark = 'another'") },
  ],
  'gives records another key': ['skips every record the second time', { alter: onInsert("name = NEW.name || '!'") }],
  'stores what it does not take': [
    'is carried to another database and back out unchanged',
    { alter: onInsert('colour = upper(NEW.colour)') },
  ],
  'takes longer texts than its column': [
    'keeps the longest texts and the largest numbers',
    { alter: onlyWhere('length(NEW.remark) <= 10') },
  ],
  'takes null where its column does not': [
    'keeps null where that is a value',
    { alter: onlyWhere('NEW.colour IS NOT NULL') },
  ],
  'has a default that its column does not take': [
    'fills in what a file leaves out',
    { alter: onlyWhere('NEW.width > 0') },
  ],
}

/** Tests of what the plugin config-transfer does for any table. */
const OF_ANY_TABLE = [
  'skips the second record of one key in a file',
  'tells the place of a record without a key',
  'refuses what its description rules out, and names record and field',
]

describe('describeConfigurationTable', function () {
  this.timeout(60_000)

  for (const database of ['sqlite', 'postgres']) {
    it(`finds nothing wrong with a correct table, on ${database}`, async () => {
      const { passed, failed } = await outcomesOf(() => describeParts({}), database)

      expect(failed).to.deep.equal({})
      expect(passed).to.have.members([...Object.values(DEFECTS).map(([test]) => test), ...OF_ANY_TABLE])
    })
  }

  for (const [what, [test, options]] of Object.entries(DEFECTS)) {
    it(`fails for one that ${what}`, async () => {
      const { failed } = await outcomesOf(() => describeParts(options))

      expect(failed).to.include.keys(test)
    })
  }

  for (const [what, options, message] of [
    ['a table that is not there', { name: 'Prats' }, 'No plugin contributes a configuration table "Prats".'],
    ['one record only', { data: { Parts: [{ name: 'bolt' }] } }, '"data" needs two records or more under "Parts".'],
    [
      'a first record with gaps',
      { data: { Parts: [{ name: 'bolt', width: 1 }, { name: 'nut' }] } },
      'The first record of "Parts" in "data" needs a value in every field. It has none in "colour", "remark".',
    ],
  ] as const) {
    it(`reports what is wrong with ${what}`, async () => {
      const { failed } = await outcomesOf(() => describeParts(options))

      expect(Object.values(failed).join('\n')).to.include(message)
    })
  }
})

import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { EVENT_NAMES } from '../page/pages/audit/event-names.js'

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url)

describe('the events that the console suggests', () => {
  it('are those that the documents describe', () => {
    const [, table = ''] = readFileSync(OPERATIONS, 'utf8').split('| event | target | details |')
    const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? []
    const documented = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
    )

    expect(documented).to.have.lengthOf.above(30)
    expect(EVENT_NAMES).to.have.members(documented)
  })
})

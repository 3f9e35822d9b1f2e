import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'

/** Leaves out `inspected_at`: it is history, not configuration. */
export const pumpsTable: ConfigurationTable = {
  name: 'Pumps',
  table: 'pumps',
  key: ['name'],
  mayBeRemoved: false, // with a pump, its last inspection would be lost
  fields: {
    id: field.rowId(),
    name: field.text({ max: 64 }),
    location: field.text({ max: 255, nullable: true }),
    responsible: field.reference({
      column: 'responsible_id',
      to: 'Users',
      by: { username: 'responsible' },
      as: 'name', // a file contains only the first field of `by`, the username, not the whole record
      nullable: true,
    }),
  },
}

import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TEXT_LIMITS } from './text-limits.js'

export const manufacturer: ConfigurationTable = {
  name: 'Manufacturer',
  table: 'plinth_manufacturers',
  key: ['name'],
  fields: { id: field.rowId(), name: field.text({ max: TEXT_LIMITS.name }) },
}

export const segment: ConfigurationTable = {
  name: 'Segment',
  table: 'plinth_segments',
  key: ['name', 'manufacturer'],
  fields: {
    id: field.rowId(),
    name: field.text({ max: TEXT_LIMITS.name }),
    manufacturer: field.reference({ column: 'manufacturer_id', to: 'Manufacturer', as: 'record' }),
  },
}

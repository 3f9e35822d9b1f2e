import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TEXT_LIMITS } from './text-limits.js'

/** Physical quantities, such as pressure. Each unit belongs to one. */
export const variables: ConfigurationTable = {
  name: 'Variables',
  table: 'plinth_variables',
  key: ['name'],
  fields: { id: field.rowId(), name: field.text({ max: TEXT_LIMITS.name }) },
}

export const units: ConfigurationTable = {
  name: 'Units',
  table: 'plinth_units',
  key: ['name'],
  unique: ['unit'],
  fields: {
    id: field.rowId(),
    name: field.text({ max: TEXT_LIMITS.name }),
    variable: field.reference({ column: 'variable_id', to: 'Variables', as: 'name' }),
    unit: field.text({ max: TEXT_LIMITS.name }),
  },
}

export const dataTypes: ConfigurationTable = {
  name: 'DataTypes',
  table: 'plinth_data_types',
  key: ['name'],
  fields: { id: field.rowId(), name: field.text({ max: TEXT_LIMITS.name }) },
}

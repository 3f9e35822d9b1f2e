import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TEXT_LIMITS } from './text-limits.js'

export const opcua: ConfigurationTable = {
  name: 'OPCUA',
  table: 'plinth_opcua_clients',
  key: ['client_name'],
  fields: {
    client_name: field.text({ max: TEXT_LIMITS.name }),
    host: field.text({ max: TEXT_LIMITS.address }),
    port: field.integer(),
  },
}

export const accessType: ConfigurationTable = {
  name: 'AccessType',
  table: 'plinth_access_types',
  key: ['name'],
  fields: { id: field.rowId(), name: field.text({ max: TEXT_LIMITS.name }) },
}

export const opcuaServer: ConfigurationTable = {
  name: 'OPCUAServer',
  table: 'plinth_opcua_server_nodes',
  key: ['name'],
  unique: ['namespace'],
  fields: {
    id: field.rowId(),
    name: field.text({ max: TEXT_LIMITS.name }),
    namespace: field.text({ max: TEXT_LIMITS.address }),
    access_type: field.reference({ column: 'access_type_id', to: 'AccessType', as: 'record', nullable: true }),
  },
}

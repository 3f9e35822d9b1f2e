import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TEXT_LIMITS } from './text-limits.js'

export const alarmTypes: ConfigurationTable = {
  name: 'AlarmTypes',
  table: 'plinth_alarm_types',
  key: ['name'],
  fields: { id: field.rowId(), name: field.text({ max: TEXT_LIMITS.name, caseless: 'name_key' }) },
}

export const alarmStates: ConfigurationTable = {
  name: 'AlarmStates',
  table: 'plinth_alarm_states',
  key: ['name'],
  fields: {
    id: field.rowId(),
    name: field.text({ max: TEXT_LIMITS.name }),
    mnemonic: field.text({ max: TEXT_LIMITS.alarmState }),
    condition: field.text({ max: TEXT_LIMITS.alarmState }),
    status: field.text({ max: TEXT_LIMITS.alarmState }),
  },
}

export const alarms: ConfigurationTable = {
  name: 'Alarms',
  table: 'plinth_alarms',
  key: ['name'],
  unique: ['identifier'],
  fields: {
    identifier: field.text({ max: TEXT_LIMITS.identifier, default: { generated: 'identifier' } }),
    name: field.text({ max: TEXT_LIMITS.alarmName }),
    tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'name' }),
    alarm_type: field.reference({ column: 'alarm_type_id', to: 'AlarmTypes', as: 'name', alias: 'trigger_type' }),
    trigger_value: field.number(),
    description: field.text({ max: TEXT_LIMITS.description, nullable: true }),
    state: field.reference({ column: 'alarm_state_id', to: 'AlarmStates', as: 'name', default: 'Normal' }),
    timestamp: field.timestamp({ nullable: true }),
  },
}

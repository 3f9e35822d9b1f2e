import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TEXT_LIMITS } from './text-limits.js'

export const machines: ConfigurationTable = {
  name: 'Machines',
  table: 'plinth_machines',
  key: ['name'],
  unique: ['identifier'],
  fields: {
    id: field.rowId(),
    identifier: field.text({ max: TEXT_LIMITS.identifier, default: { generated: 'identifier' } }),
    name: field.text({ max: TEXT_LIMITS.name }),
    interval: field.number({ default: 1 }),
    description: field.text({ max: TEXT_LIMITS.machineDescription, default: '' }),
    classification: field.text({ max: TEXT_LIMITS.machineClassification, default: '' }),
    buffer_size: field.integer({ default: 100 }),
    buffer_roll_type: field.text({ max: TEXT_LIMITS.bufferRollType, default: 'FIFO' }),
    criticity: field.integer({ default: 0 }),
    priority: field.integer({ default: 0 }),
    threshold: field.number({ nullable: true }),
    on_delay: field.number({ nullable: true }),
  },
}

export const tagsMachines: ConfigurationTable = {
  name: 'TagsMachines',
  table: 'plinth_machine_tags',
  key: ['machine', 'tag'],
  fields: {
    machine: field.reference({ column: 'machine_id', to: 'Machines', as: 'record' }),
    tag: field.reference({ column: 'tag_id', to: 'Tags', as: 'record' }),
    default_tag_name: field.text({ max: TEXT_LIMITS.defaultTagName, nullable: true }),
  },
}

import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TEXT_LIMITS } from './text-limits.js'

/** Units are looked up by their symbol; the two units of a tag default to each other. */
export const tags: ConfigurationTable = {
  name: 'Tags',
  table: 'plinth_tags',
  key: ['name'],
  unique: ['id', 'display_name'],
  fields: {
    id: field.text({ column: 'identifier', max: TEXT_LIMITS.identifier, default: { generated: 'identifier' } }),
    name: field.text({ max: TEXT_LIMITS.name }),
    unit: field.reference({
      column: 'unit_id',
      to: 'Units',
      by: { unit: 'unit' },
      as: 'name',
      default: { field: 'display_unit' },
    }),
    data_type: field.reference({ column: 'data_type_id', to: 'DataTypes', as: 'name' }),
    description: field.text({ max: TEXT_LIMITS.description, nullable: true }),
    display_name: field.text({ max: TEXT_LIMITS.name, default: { field: 'name' } }),
    display_unit: field.reference({
      column: 'display_unit_id',
      to: 'Units',
      by: { unit: 'display_unit' },
      as: 'name',
      default: { field: 'unit' },
    }),
    opcua_address: field.text({ max: TEXT_LIMITS.address, nullable: true }),
    opcua_client_name: field.text({ max: TEXT_LIMITS.name, nullable: true }),
    node_namespace: field.text({ max: TEXT_LIMITS.address, nullable: true }),
    scan_time: field.integer({ nullable: true }),
    dead_band: field.number({ nullable: true }),
    kp: field.number({ nullable: true }),
    variable: field.derived({ through: 'unit', field: 'variable' }),
    active: field.boolean({ default: true }),
    process_filter: field.boolean({ default: false }),
    gaussian_filter: field.boolean({ default: false }),
    gaussian_filter_threshold: field.number({ default: 1 }),
    gaussian_filter_r_value: field.number({ default: 0 }),
    out_of_range_detection: field.boolean({ default: false }),
    frozen_data_detection: field.boolean({ default: false }),
    outlier_detection: field.boolean({ default: false }),
    segment: field.reference({
      column: 'segment_id',
      to: 'Segment',
      by: { name: 'segment', manufacturer: 'manufacturer' },
      as: 'name',
      nullable: true,
      none: '',
    }),
    manufacturer: field.derived({ through: 'segment', field: 'manufacturer', none: '' }),
  },
}

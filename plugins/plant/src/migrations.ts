import type { Knex, Migration } from '@plinth/kernel'

/** Adds the columns of a table except `id`, which gives the order of creation. */
type Columns = (table: Knex.CreateTableBuilder) => void

const nameColumn: Columns = (table) => {
  table.text('name').notNullable().unique()
}

const manufacturing: Record<string, Columns> = {
  plinth_manufacturers: nameColumn,
  plinth_segments: (table) => {
    table.text('name').notNullable()
    table.integer('manufacturer_id').notNullable().references('plinth_manufacturers.id')
    table.unique(['manufacturer_id', 'name'])
  },
}

const measuring: Record<string, Columns> = {
  plinth_variables: nameColumn,
  plinth_units: (table) => {
    nameColumn(table)
    table.integer('variable_id').notNullable().references('plinth_variables.id').index()
    table.text('unit').notNullable().unique()
  },
  plinth_data_types: nameColumn,
}

const tags: Record<string, Columns> = {
  plinth_tags: (table) => {
    table.text('identifier').notNullable().unique()
    nameColumn(table)
    table.integer('unit_id').notNullable().references('plinth_units.id').index()
    table.integer('data_type_id').notNullable().references('plinth_data_types.id').index()
    table.text('description')
    table.text('display_name').notNullable().unique()
    table.integer('display_unit_id').notNullable().references('plinth_units.id').index()
    table.text('opcua_address')
    table.text('opcua_client_name')
    table.text('node_namespace')
    table.integer('scan_time')
    table.double('dead_band')
    table.double('kp')
    table.boolean('active').notNullable()
    table.boolean('process_filter').notNullable()
    table.boolean('gaussian_filter').notNullable()
    table.double('gaussian_filter_threshold').notNullable()
    table.double('gaussian_filter_r_value').notNullable()
    table.boolean('out_of_range_detection').notNullable()
    table.boolean('frozen_data_detection').notNullable()
    table.boolean('outlier_detection').notNullable()
    table.integer('segment_id').references('plinth_segments.id').index()
  },
}

const alarms: Record<string, Columns> = {
  plinth_alarm_types: (table) => {
    table.text('name').notNullable()
    table.text('name_key').notNullable().unique()
  },
  plinth_alarm_states: (table) => {
    nameColumn(table)
    table.text('mnemonic').notNullable()
    table.text('condition').notNullable()
    table.text('status').notNullable()
  },
  plinth_alarms: (table) => {
    table.text('identifier').notNullable().unique()
    nameColumn(table)
    table.integer('tag_id').notNullable().references('plinth_tags.id').index()
    table.integer('alarm_type_id').notNullable().references('plinth_alarm_types.id').index()
    table.double('trigger_value').notNullable()
    table.text('description')
    table.integer('alarm_state_id').notNullable().references('plinth_alarm_states.id').index()
    table.text('timestamp')
  },
}

const opcua: Record<string, Columns> = {
  plinth_opcua_clients: (table) => {
    table.text('client_name').notNullable().unique()
    table.text('host').notNullable()
    table.integer('port').notNullable()
  },
  plinth_access_types: nameColumn,
  plinth_opcua_server_nodes: (table) => {
    nameColumn(table)
    table.text('namespace').notNullable().unique()
    table.integer('access_type_id').references('plinth_access_types.id').index()
  },
}

const machines: Record<string, Columns> = {
  plinth_machines: (table) => {
    table.text('identifier').notNullable().unique()
    nameColumn(table)
    table.double('interval').notNullable()
    table.text('description').notNullable()
    table.text('classification').notNullable()
    table.integer('buffer_size').notNullable()
    table.text('buffer_roll_type').notNullable()
    table.integer('criticity').notNullable()
    table.integer('priority').notNullable()
    table.double('threshold')
    table.double('on_delay')
  },
  plinth_machine_tags: (table) => {
    table.integer('machine_id').notNullable().references('plinth_machines.id')
    table.integer('tag_id').notNullable().references('plinth_tags.id').index()
    table.text('default_tag_name')
    table.unique(['machine_id', 'tag_id'])
  },
}

/** Times are ISO 8601 strings in UTC with microseconds, which sort chronologically. */
const history: Record<string, Columns> = {
  plinth_tag_values: (table) => {
    table.integer('tag_id').notNullable().references('plinth_tags.id')
    table.integer('unit_id').notNullable().references('plinth_units.id')
    table.double('value').notNullable()
    table.text('timestamp').notNullable()
    table.index(['tag_id', 'timestamp'])
  },
  plinth_events: (table) => {
    table.text('timestamp').notNullable().index()
    table.text('message').notNullable()
    table.text('description')
    table.text('classification')
    table.integer('priority')
    table.integer('criticity')
    table.text('user').notNullable()
  },
  plinth_alarm_summary: (table) => {
    table.integer('alarm_id').notNullable().references('plinth_alarms.id').index()
    table.integer('alarm_state_id').notNullable().references('plinth_alarm_states.id')
    table.text('alarm_time').notNullable().index()
    table.text('ack_time')
  },
  plinth_logs: (table) => {
    table.text('timestamp').notNullable().index()
    table.text('message').notNullable()
    table.text('description')
    table.text('classification')
    table.text('user').notNullable()
    table.integer('alarm_summary_id').references('plinth_alarm_summary.id').index()
    table.integer('event_id').references('plinth_events.id').index()
  },
}

export const migrations: readonly Migration[] = [
  createTables('001-manufacturing', manufacturing),
  createTables('002-measuring', measuring),
  createTables('003-tags', tags),
  createTables('004-alarms', alarms),
  createTables('005-opcua', opcua),
  createTables('006-machines', machines),
  createTables('007-history', history),
]

function createTables(name: string, tables: Record<string, Columns>): Migration {
  return {
    name,
    async up(transaction) {
      for (const [table, columns] of Object.entries(tables)) {
        await transaction.schema.createTable(table, (builder) => {
          builder.increments('id')
          columns(builder)
        })
      }
    },
  }
}

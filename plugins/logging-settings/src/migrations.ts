import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-logging-settings',
    async up(transaction) {
      // One row. A null column was never saved, so the configured default applies.
      await transaction.schema.createTable('plinth_logging_settings', (table) => {
        table.integer('id').primary()
        table.integer('level')
        table.double('period')
        table.bigInteger('max_bytes')
        table.integer('backup_count')
      })
    },
  },
  {
    name: '002-settings-of-any-size',
    async up(transaction) {
      // The REST API sets no upper limit, and a double holds every number that a request can contain.
      await transaction.schema.alterTable('plinth_logging_settings', (table) => {
        table.double('max_bytes').alter()
        table.double('backup_count').alter()
      })
    },
  },
  {
    name: '003-debug-for-a-while',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_logging_settings', (table) => {
        table.bigInteger('debug_until') // in ms; null while debug is off
      })
    },
  },
]

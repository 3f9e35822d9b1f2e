import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-pumps',
    async up(transaction) {
      await transaction.schema.createTable('pumps', (table) => {
        table.increments('id')
        table.text('name').notNullable().unique()
        table.text('location')
        table.integer('responsible_id').references('plinth_users.id').onDelete('SET NULL').index()
        table.bigInteger('inspected_at')
      })
    },
  },
]

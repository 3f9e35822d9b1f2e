import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-codes',
    async up(transaction) {
      await transaction.schema.createTable('plinth_codes', (table) => {
        table.text('user_identifier').primary().references('plinth_users.identifier').onDelete('CASCADE')
        table.text('purpose').notNullable()
        table.text('digest').notNullable()
        table.text('password_version') // null for a user without a password
        // null for a code that the command issued
        table.text('issuer_identifier').references('plinth_users.identifier').onDelete('CASCADE').index()
        table.text('issued_by').notNullable()
        table.bigInteger('created_at').notNullable()
        table.bigInteger('expires_at').notNullable().index()
      })
    },
  },
]

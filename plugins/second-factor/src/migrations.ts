import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-second-factors',
    async up(transaction) {
      await transaction.schema.createTable('plinth_second_factors', (table) => {
        table.text('user_identifier').primary().references('plinth_users.identifier').onDelete('CASCADE')
        table.text('sealed_secret').notNullable()
        table.bigInteger('enrolled_at') // null until a code has shown that the app has the secret
        table.bigInteger('last_step').notNullable() // of the newest code that was used
      })
      await transaction.schema.createTable('plinth_recovery_codes', (table) => {
        table.text('user_identifier').notNullable().references('plinth_users.identifier').onDelete('CASCADE')
        table.text('digest').notNullable()
        table.primary(['user_identifier', 'digest'])
      })
    },
  },
]

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
  {
    name: '002-replaceable-algorithms',
    async up(transaction) {
      // The version, as `SealedSecrets` writes it
      await transaction.raw(`UPDATE plinth_second_factors SET sealed_secret = '1.' || sealed_secret`)
      // Codes without a salt have a fast hash, and cannot be given a slow one: their users create new ones
      await transaction.schema.dropTable('plinth_recovery_codes')
      await transaction.schema.createTable('plinth_recovery_codes', (table) => {
        table.text('user_identifier').notNullable().references('plinth_users.identifier').onDelete('CASCADE')
        table.text('salt').notNullable() // the same for all codes of a user
        table.text('digest').notNullable()
        table.primary(['user_identifier', 'digest'])
      })
    },
  },
]

import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-sessions',
    async up(transaction) {
      await transaction.schema.createTable('plinth_sessions', (table) => {
        table.increments('id')
        table.text('key_digest').notNullable().unique()
        table.text('user_identifier').notNullable().references('plinth_users.identifier').onDelete('CASCADE').index()
        table.bigInteger('created_at').notNullable().index()
        table.bigInteger('last_used_at').notNullable().index()
      })
    },
  },
  {
    name: '002-login-failures',
    async up(transaction) {
      await transaction.schema.createTable('plinth_login_failures', (table) => {
        table.text('account').primary()
        table.integer('failures').notNullable()
        table.bigInteger('locked_until').notNullable()
        table.bigInteger('failed_at').notNullable().index()
      })
    },
  },
  {
    name: '003-confirmed-sessions',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_sessions', (table) => {
        table.bigInteger('confirmed_at') // null until the user confirms the login
      })
    },
  },
  {
    name: '004-pending-logins',
    async up(transaction) {
      await transaction.schema.createTable('plinth_pending_logins', (table) => {
        table.text('key_digest').primary()
        table.text('user_identifier').notNullable().references('plinth_users.identifier').onDelete('CASCADE').index()
        table.text('password_version').notNullable()
        table.bigInteger('created_at').notNullable().index()
      })
    },
  },
  {
    name: '005-replaced-keys',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_sessions', (table) => {
        table.text('former_key_digest') // null until the key is replaced
        table.bigInteger('former_until') // when the former key expires, in ms
      })
      // Partial: by the statistics of an index that is nearly all null, SQLite would scan the table instead
      await transaction.raw(`CREATE UNIQUE INDEX plinth_sessions_former_key_digest
        ON plinth_sessions (former_key_digest) WHERE former_key_digest IS NOT NULL`)
    },
  },
]

import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-audit-trail',
    async up(transaction) {
      await transaction.schema.createTable('plinth_audit_events', (table) => {
        table.bigIncrements('id')
        table.bigInteger('happened_at').notNullable().index()
        table.text('event').notNullable()
        table.text('result').notNullable()
        table.text('actor_kind').notNullable()
        table.text('actor')
        table.text('target')
        table.text('address')
        table.text('request_id')
        table.text('details').notNullable()
        table.bigInteger('position').unique()
        table.text('key_id')
        table.text('seal')
        table.index(['event', 'id'])
        table.index(['event', 'happened_at'])
        table.index(['result', 'id'])
        table.index(['actor_kind', 'id'])
        table.index(['actor', 'id'])
        table.index(['target', 'id'])
        table.index(['address', 'id'])
      })
      await transaction.raw(
        'CREATE INDEX plinth_audit_events_unsealed ON plinth_audit_events (id) WHERE position IS NULL',
      )
      await transaction.schema.createTable('plinth_audit_chain', (table) => {
        table.integer('id').primary()
        table.bigInteger('first_position').notNullable()
        table.text('first_seal').notNullable()
        table.bigInteger('last_position').notNullable()
        table.text('last_seal').notNullable()
        table.text('key_id').notNullable()
        table.text('seal').notNullable()
      })
    },
  },
  {
    name: '002-deleted-users',
    async up(transaction) {
      await transaction.raw(`CREATE INDEX plinth_audit_events_deleted_users
        ON plinth_audit_events (target, id) WHERE event = 'user-deleted'`)
    },
  },
]

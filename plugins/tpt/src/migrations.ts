import type { Migration } from '@plinth/kernel'

export const migrations: readonly Migration[] = [
  {
    name: '001-third-party-tokens',
    async up(transaction) {
      await transaction.schema.createTable('plinth_third_party_tokens', (table) => {
        table.increments('id')
        table.text('jti').notNullable().unique()
        table.text('role_name').notNullable().references('plinth_roles.name')
        table.bigInteger('created_at').notNullable()
        table.bigInteger('expires_at')
        table.text('created_by').notNullable()
        table.bigInteger('last_used_at')
        table.bigInteger('revoked_at')
      })
    },
  },
  {
    name: '002-signing-key',
    async up(transaction) {
      await transaction.schema.createTable('plinth_signing_key', (table) => {
        table.integer('id').primary()
        table.text('key_id').notNullable()
        table.bigInteger('since').notNullable()
      })
    },
  },
  {
    name: '003-signing-key-of-tokens',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_third_party_tokens', (table) => {
        table.text('key_id')
      })
      const current = await transaction('plinth_signing_key').where({ id: 1 }).first()
      if (!current) return
      // tokens created before the current key may have been signed with any key
      await transaction('plinth_third_party_tokens')
        .where('created_at', '>=', current.since)
        .update({ key_id: current.key_id })
    },
  },
  {
    name: '004-names-of-tokens',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_third_party_tokens', (table) => {
        table.text('name')
        table.text('note')
      })
    },
  },
]

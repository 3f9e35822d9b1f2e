import type { Knex, Migration } from '@plinth/kernel'
import { canonicalName } from '@plinth/kernel/tools'

/** Number of users whose names one statement canonicalizes. */
const USERS_PER_STATEMENT = 500

export const migrations: readonly Migration[] = [
  {
    name: '001-roles-and-users',
    async up(transaction) {
      await transaction.schema.createTable('plinth_roles', (table) => {
        table.increments('id')
        table.text('identifier').notNullable().unique()
        table.text('name').notNullable().unique()
        table.integer('level').notNullable()
      })
      await transaction.schema.createTable('plinth_users', (table) => {
        table.increments('id')
        table.text('identifier').notNullable().unique()
        table.text('username').notNullable()
        table.text('username_key').notNullable().unique()
        table.text('email').notNullable()
        table.text('email_key').notNullable().unique()
        table.text('name')
        table.text('lastname')
        table.integer('role_id').notNullable().references('plinth_roles.id').index()
        table.text('password_hash')
      })
      await transaction.schema.createTable('plinth_first_start', (table) => {
        table.integer('id').primary()
        table.bigInteger('happened_at').notNullable()
      })
      await transaction.schema.createTable('plinth_rate_limits', (table) => {
        table.text('address').notNullable()
        table.bigInteger('minute').notNullable().index()
        table.integer('attempts').notNullable()
        table.primary(['address', 'minute'])
      })
      // Views that other plugins may join. Unlike the tables, they are a contract.
      await transaction.raw(`
        CREATE VIEW plinth_people AS
        SELECT u.identifier, u.username, r.name AS role_name, r.level AS role_level
        FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`)
      await transaction.raw('CREATE VIEW plinth_role_levels AS SELECT name, level FROM plinth_roles')
    },
  },
  {
    name: '002-disabled-users',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_users', (table) => {
        table.bigInteger('disabled_at')
      })
      await transaction.raw('DROP VIEW plinth_people')
      await transaction.raw(`
        CREATE VIEW plinth_people AS
        SELECT u.id, u.identifier, u.username, r.name AS role_name, r.level AS role_level, u.disabled_at
        FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`)
    },
  },
  {
    name: '003-passwords-to-change',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_users', (table) => {
        table.boolean('must_change_password').notNullable().defaultTo(false)
      })
      await transaction.raw('DROP VIEW plinth_people')
      await transaction.raw(`
        CREATE VIEW plinth_people AS
        SELECT u.id, u.identifier, u.username, r.name AS role_name, r.level AS role_level, u.disabled_at,
          u.must_change_password
        FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`)
    },
  },
  {
    name: '004-people-with-profiles',
    async up(transaction) {
      await transaction.raw('DROP VIEW plinth_people')
      await transaction.raw(`
        CREATE VIEW plinth_people AS
        SELECT u.id, u.identifier, u.username, u.email, u.name, u.lastname, r.name AS role_name, r.level AS role_level, u.disabled_at,
          u.must_change_password
        FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`)
    },
  },
  {
    name: '005-passwords-that-expire',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_users', (table) => {
        table.bigInteger('password_expires_at') // null for a password that does not expire
      })
    },
  },
  {
    name: '006-names-to-search',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_users', (table) => {
        table.text('name_key')
        table.text('lastname_key')
      })
      for (let last: number | undefined = 0; last !== undefined; )
        last = await canonicalizeNamesAfter(transaction, last)
    },
  },
  {
    name: '007-accounts-that-end',
    async up(transaction) {
      await transaction.schema.alterTable('plinth_users', (table) => {
        table.bigInteger('valid_until') // null for an account that does not end
      })
      await transaction.raw(
        'CREATE INDEX plinth_users_valid_until ON plinth_users (valid_until) WHERE valid_until IS NOT NULL',
      )
      await transaction.raw('DROP VIEW plinth_people')
      await transaction.raw(`
        CREATE VIEW plinth_people AS
        SELECT u.id, u.identifier, u.username, u.email, u.name, u.lastname, r.name AS role_name, r.level AS role_level, u.disabled_at,
          u.must_change_password, u.valid_until
        FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`)
    },
  },
]

/** Fills in the canonical names of the next users. Returns the id of the last one; `undefined` after all users. */
async function canonicalizeNamesAfter(transaction: Knex.Transaction, id: number): Promise<number | undefined> {
  const users: { id: number; name: string | null; lastname: string | null }[] = await transaction('plinth_users')
    .select('id', 'name', 'lastname')
    .where('id', '>', id)
    .where((named) => named.whereNotNull('name').orWhereNotNull('lastname'))
    .orderBy('id')
    .limit(USERS_PER_STATEMENT)
  if (users.length === 0) return undefined
  const keysOf = (field: 'name' | 'lastname') => {
    const keys = users.flatMap((user) => [user.id, user[field] === null ? null : canonicalName(user[field])])
    return transaction.raw(`CASE id ${users.map(() => 'WHEN ? THEN CAST(? AS TEXT)').join(' ')} END`, keys)
  }
  await transaction('plinth_users')
    .whereIn(
      'id',
      users.map((user) => user.id),
    )
    .update({ name_key: keysOf('name'), lastname_key: keysOf('lastname') })
  return users.at(-1)?.id
}

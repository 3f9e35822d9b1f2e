import type { Migration } from '@plinth/kernel'
import { FILE_RECORDS, FILES } from './files/file-tables.js'
import { PLAN_CHANGES, PLANS } from './plans/plan-tables.js'
import { EPOCH, JOURNAL, SNAPSHOT_TABLES, SNAPSHOTS } from './snapshots/snapshot-tables.js'

export const migrations: readonly Migration[] = [
  {
    name: '001-snapshots',
    async up(transaction) {
      await transaction.schema.createTable(SNAPSHOTS, (table) => {
        table.increments('id')
        table.text('identifier').notNullable().unique()
        table.bigInteger('taken_at').notNullable()
        table.text('reason').notNullable()
        table.text('note')
        table.text('actor_kind').notNullable()
        table.text('actor_name')
        table.text('counts').notNullable()
      })
      await transaction.schema.createTable(SNAPSHOT_TABLES, (table) => {
        table.integer('snapshot_id').notNullable().references(`${SNAPSHOTS}.id`).onDelete('CASCADE')
        table.text('table_name').notNullable()
        table.bigInteger('last_id').notNullable()
        table.primary(['snapshot_id', 'table_name'])
      })
      await transaction.schema.createTable(EPOCH, (table) => {
        table.integer('id').primary()
        table.integer('epoch').notNullable()
      })
      await transaction(EPOCH).insert({ id: 1, epoch: 0 })
      await transaction.schema.createTable(JOURNAL, (table) => {
        table.text('table_name').notNullable()
        table.bigInteger('row_id').notNullable()
        table.integer('epoch').notNullable().index()
        table.text('image')
        table.primary(['table_name', 'row_id', 'epoch'])
      })
    },
  },
  {
    name: '002-plans',
    async up(transaction) {
      await transaction.schema.createTable(PLANS, (table) => {
        table.increments('id')
        table.text('identifier').notNullable().unique()
        table.text('state').notNullable()
        table.bigInteger('created_at').notNullable()
        table.bigInteger('expires_at').notNullable().index()
        table.text('actor_kind').notNullable()
        table.text('actor_name')
        table.text('source').notNullable()
        table.text('digest').notNullable()
        table.text('mode').notNullable()
        table.text('counts').notNullable()
      })
      await transaction.schema.createTable(PLAN_CHANGES, (table) => {
        table.integer('plan_id').notNullable().references(`${PLANS}.id`).onDelete('CASCADE')
        table.integer('seq').notNullable()
        table.text('table_name').notNullable()
        table.text('kind').notNullable()
        table.text('name').notNullable()
        table.bigInteger('row_id')
        table.text('before')
        table.text('after')
        table.text('fields')
        table.text('reason')
        table.text('base')
        table.primary(['plan_id', 'seq'])
        table.index(['plan_id', 'table_name', 'kind', 'seq'])
        table.index(['plan_id', 'kind', 'seq'])
      })
    },
  },
  {
    name: '003-files',
    async up(transaction) {
      await transaction.schema.createTable(FILES, (table) => {
        table.increments('id')
        table.text('identifier').notNullable().unique()
        table.text('state').notNullable()
        table.bigInteger('created_at').notNullable()
        table.bigInteger('expires_at').notNullable().index()
        table.text('actor_kind').notNullable()
        table.text('actor_name')
        table.text('digest').notNullable()
        table.text('tables').notNullable()
        table.text('problems').notNullable()
      })
      await transaction.schema.createTable(FILE_RECORDS, (table) => {
        table.integer('file_id').notNullable().references(`${FILES}.id`).onDelete('CASCADE')
        table.text('table_name').notNullable()
        table.integer('position').notNullable()
        table.text('key_digest').notNullable()
        table.text('record').notNullable()
        table.primary(['file_id', 'table_name', 'position'])
        table.unique(['file_id', 'table_name', 'key_digest'])
      })
    },
  },
  {
    name: '004-plan-modes',
    async up(transaction) {
      await transaction.schema.alterTable(PLANS, (table) => {
        table.text('table_modes').notNullable().defaultTo('{}')
      })
    },
  },
  {
    name: '005-snapshot-sizes',
    async up(transaction) {
      await transaction.schema.alterTable(SNAPSHOTS, (table) => {
        table.bigInteger('bytes') // NULL while the size can still change
      })
    },
  },
]

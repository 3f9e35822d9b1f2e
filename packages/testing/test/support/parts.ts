import { configurationTables, definePlugin, field, type Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { createStandardKernel } from '@plinth/service'
import { describeConfigurationTable, type FileData, startTestApp } from '@plinth/testing'

/** How a table differs from a correct one. */
export interface PartsOptions {
  /** Called after the table has been created. */
  readonly alter?: (transaction: Knex.Transaction) => PromiseLike<unknown>
  readonly data?: FileData
  readonly name?: string
}

const FIELDS: ConfigurationTable['fields'] = {
  id: field.rowId(),
  name: field.text({ max: 64 }),
  colour: field.text({ max: 20, nullable: true, pattern: [/^[^A-Z]*$/, 'must be lower-case'] }),
  remark: field.text({ max: 40, default: 'none' }),
  width: field.number({ default: 0 }),
}

const DATA: FileData = {
  Parts: [
    { name: 'bolt', colour: 'blue', remark: 'greased', width: 8.5 },
    { name: 'nut', colour: 'grey', width: 10 },
  ],
}

/** Defines the conformance tests for the table Parts, in which `alter` may cause a defect. */
export function describeParts({ alter, data = DATA, name = 'Parts' }: PartsOptions): void {
  const plugin = definePlugin()({
    name: 'parts',
    migrations: [
      {
        name: '001-parts',
        up: async (transaction) => {
          await transaction.schema.createTable('test_parts', (table) => {
            table.increments('id')
            table.text('name').notNullable().unique()
            table.text('colour')
            table.text('remark').notNullable()
            table.double('width').notNullable()
          })
          await alter?.(transaction)
        },
      },
    ],
    contributes: () => [configurationTables.of({ name: 'Parts', table: 'test_parts', key: ['name'], fields: FIELDS })],
  })
  describeConfigurationTable({
    name,
    start: (options) =>
      startTestApp({ ...options, kernel: (kernelOptions) => createStandardKernel(kernelOptions).use(plugin) }),
    data,
  })
}

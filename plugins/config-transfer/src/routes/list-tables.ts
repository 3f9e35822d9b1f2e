import { defineRoute } from '@plinth/kernel'
import { array, boolean, number, object, string } from 'yup'
import { FIELD_TYPES, type TableReader } from '../reading/table-reader.js'

const tableShape = object({
  name: string()
    .required()
    .meta({ description: 'The name of the table.', examples: ['Manufacturer'] }),
  records: number()
    .integer()
    .required()
    .meta({ description: 'The number of records; of a historical table at most 1000000 are counted.', examples: [42] }),
  historical: boolean()
    .required()
    .meta({
      description: 'Whether it has historical data, which is neither exported nor imported.',
      examples: [false],
    }),
  searchable: boolean()
    .required()
    .meta({ description: 'Whether `GET /settings/tables/{table}` can search it.', examples: [true] }),
  fields: array(
    object({
      name: string()
        .required()
        .meta({ description: 'The name of the field.', examples: ['name'] }),
      type: string()
        .oneOf([...FIELD_TYPES])
        .required()
        .meta({
          description:
            'The type of its values. `timestamp` values are text; a `record` is another record, embedded whole.',
          examples: ['text'],
        }),
    }),
  )
    .required()
    .meta({ description: 'The fields of a record, in their order.' }),
}).meta({ id: 'ReadableTable', description: 'A table that can be read.' })

export const listTables = (tableReader: TableReader, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/tables',
    operationId: 'configurationTables',
    summary: 'List the tables of the configuration, and those of historical data',
    access: { maxLevel },
    responses: { 200: array(tableShape) },
    handle: () => tableReader.list(),
  })

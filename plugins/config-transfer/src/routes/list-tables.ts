import { defineRoute } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { array, boolean, number, object, string } from 'yup'
import { FIELD_TYPES, MAX_COUNTED, type TableReader } from '../reading/table-reader.js'

const tableShape = object({
  name: described(string().required(), 'The name of the table.', 'Manufacturer'),
  records: described(
    number().integer().required(),
    `The number of records; of a historical table at most ${MAX_COUNTED} are counted.`,
    42,
  ),
  historical: described(
    boolean().required(),
    'Whether it has historical data, which is neither exported nor imported.',
    false,
  ),
  searchable: described(boolean().required(), 'Whether `GET /settings/tables/{table}` can search it.', true),
  fields: described(
    array(
      object({
        name: described(string().required(), 'The name of the field.', 'name'),
        type: described(
          string()
            .oneOf([...FIELD_TYPES])
            .required(),
          'The type of its values. `timestamp` values are text; a `record` is another record, embedded whole.',
          'text',
        ),
      }),
    ).required(),
    'The fields of a record, in their order.',
  ),
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

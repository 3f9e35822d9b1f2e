import { defineRoute, httpErrors, Reply, streamed } from '@plinth/kernel'
import { described, nextPageHeader, nextPageLink, pageLimit } from '@plinth/kernel/tools'
import { array, object, string } from 'yup'
import { errors } from '../errors.js'
import type { TableReader } from '../reading/table-reader.js'
import { MAX_ROW_ID, toRowId } from '../row-id.js'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 500
const JSON_TYPE = 'application/json'
/** The id of a row in base 36. */
const CURSOR = /^[0-9a-z]{1,13}$/
const NOT_A_CURSOR = 'must come from a Link header'

const records = described(
  array(object({}).meta({ additionalProperties: true })),
  'Records exactly as an export writes them.',
  [{ id: 1, name: 'degree Celsius', variable: 'Temperature', unit: '°C' }],
)

export const readRecords = (tableReader: TableReader, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/tables/:table',
    operationId: 'configurationRecords',
    summary: 'Read the records of a table, page by page',
    description:
      'The oldest record comes first; of historical data, the newest. If there are more records, the response has `Link: <…>; rel="next"`. A page may have fewer records than `limit`, or none, and still have such a link: large records and long searches end it early.',
    access: { maxLevel },
    params: object({
      table: described(string().required().max(255), 'The name of the table.', 'Manufacturer'),
    }),
    query: object({
      search: described(
        string().min(1).max(255),
        'Part of the name of the records, ignoring case (on SQLite only that of the letters A to Z). Of historical data, part of its text. `searchable` of `GET /settings/tables` says whether a table can be searched.',
      ),
      limit: pageLimit('records', { max: MAX_PAGE_SIZE, byDefault: DEFAULT_PAGE_SIZE }),
      after: described(
        string()
          .matches(CURSOR, NOT_A_CURSOR)
          .test('row-id', NOT_A_CURSOR, (text) => text == null || !CURSOR.test(text) || idOf(text) <= MAX_ROW_ID),
        'Where to continue: from the `Link` of the previous page.',
      ),
    }),
    responses: { 200: streamed(JSON_TYPE, records) },
    headers: {
      Link: nextPageHeader('If there are more records', 'limit=50&after=1e'),
    },
    errors: [errors.TABLE_NOT_FOUND, errors.TOO_MANY_RECORD_SEARCHES],
    handle: async ({ params, query, signal }) => {
      const { search, limit = DEFAULT_PAGE_SIZE } = query
      if (search !== undefined && !tableReader.isSearchable(params.table)) throw notSearchable()
      const after = query.after === undefined ? undefined : toRowId(String(idOf(query.after)))
      const { text, next } = await tableReader.read(params.table, { search, limit, after, signal })
      const headers = {
        'Content-Type': `${JSON_TYPE}; charset=utf-8`,
        ...(next !== undefined && nextPageLink(query, { after: BigInt(next).toString(36) })),
      }
      return Reply.bytes(Buffer.from(`[${text}]`), headers)
    },
  })

const idOf = (cursor: string) => [...cursor].reduce((id, digit) => id * 36n + BigInt(Number.parseInt(digit, 36)), 0n)

const notSearchable = () =>
  httpErrors.INVALID_PARAMETERS({}, { fields: [{ field: 'search', message: 'is not supported by this table' }] })

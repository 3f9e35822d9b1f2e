import { PLAIN_COLUMNS } from './tag-columns.js'

/** A tag as in a configuration file. */
export type Tag = Readonly<Record<string, string | number | boolean | null>>

/** Queries a database. */
type Query = (sql: string) => Promise<readonly { key: string; id: number }[]>

/**
 * Reads the referenced rows once. Returns a function that converts a tag to its values in the order of `TAG_COLUMNS`:
 * those of `PLAIN_COLUMNS`, then those of `REFERENCE_COLUMNS`.
 */
export async function createRowMapper(query: Query): Promise<(tag: Tag) => unknown[]> {
  const mapOf = async (sql: string) => new Map((await query(sql)).map(({ key, id }) => [key, id]))
  const units = await mapOf('SELECT unit AS key, id FROM plinth_units')
  const dataTypes = await mapOf('SELECT name AS key, id FROM plinth_data_types')
  const segments = await mapOf(`SELECT m.name || '/' || s.name AS key, s.id
    FROM plinth_segments s JOIN plinth_manufacturers m ON m.id = s.manufacturer_id`)
  const fields = Object.values(PLAIN_COLUMNS).map(({ field }) => field)
  return (tag) => [
    ...fields.map((field) => tag[field]),
    units.get(tag.unit as string),
    units.get(tag.display_unit as string),
    dataTypes.get(tag.data_type as string),
    segments.get(`${tag.manufacturer}/${tag.segment}`),
  ]
}

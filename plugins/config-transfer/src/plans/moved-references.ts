import type { Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { FUTURE_ID } from '../records/references.js'
import { toRowId } from '../row-id.js'
import { referencesOf } from '../tables/table-fields.js'
import type { PlannedRecords } from './planned-records.js'
import type { Match } from './record-matcher.js'

/** Returns the references of records that will find another row than now, although the name stays the same. */
export async function movedReferences(
  transaction: Knex.Transaction,
  { table, planned }: { readonly table: ConfigurationTable; readonly planned: PlannedRecords },
  matches: readonly Match[],
): Promise<Map<Match, string[]>> {
  const moving = referencesOf(table).filter(([name, reference]) => planned.anyLosesName(reference, name))
  const ids = matches.flatMap(({ present }) => present?.id ?? [])
  if (moving.length === 0 || ids.length === 0) return new Map()
  const columns = moving.map(([, { column }]) => column)
  const rows: Record<string, string | number | null>[] = await transaction(table.table)
    .select('id', ...columns)
    .whereIn('id', ids)
  const byId = new Map(rows.map((row) => [toRowId(row.id), row]))
  return new Map(
    matches.map((match) => {
      const row = byId.get(match.present?.id ?? FUTURE_ID)
      const moved = moving.filter(([name, reference]) => {
        const id = row?.[reference.column]
        return id != null && planned.losesName(reference, name, toRowId(id))
      })
      return [match, moved.map(([name]) => name)]
    }),
  )
}

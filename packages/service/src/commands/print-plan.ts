import type { ChangeKind, PlainRecord } from '@plinth/config-transfer'
import type { PlanOutcome } from '../administration/document-tasks.js'
import type { TaskRunner } from '../administration/task-runner.js'
import type { TaskOutput } from '../administration/tasks.js'
import { escapeInvisible } from '../escape-invisible.js'
import { type Color, colored, jsonLine, writeLines } from './print.js'

type Change = TaskOutput<'config changes'>[number]

const SIGNS: Readonly<Record<ChangeKind, readonly [sign: string, color: Color]>> = {
  add: ['+', 'green'],
  update: ['~', 'yellow'],
  remove: ['−', 'red'],
  refused: ['!', 'magenta'],
  conflict: ['×', 'red'],
}

/** What is printed if nothing differs, by the source of the plan. */
const SAME: Readonly<Record<PlanOutcome['source']['kind'], string>> = {
  file: 'Nothing to do: the configuration is already up to date.',
  snapshot: 'Nothing to do: the configuration is as in the snapshot.',
  comparison: 'They are the same.',
  merge: 'Nothing to do: all changes of the other side are already here.',
}

/** Whether applying a plan would change anything. */
export const hasChanges = ({ summary: { add, update, remove } }: PlanOutcome) => add + update + remove > 0

/** Whether the source of a plan differs from the configuration, even if only in records that the plan refuses. */
export const differs = (plan: PlanOutcome) => hasChanges(plan) || plan.summary.refused + plan.summary.conflict > 0

/**
 * Prints a plan with all its changes, which are read and written page by page. With `json`, prints the plan and each
 * change as a document on a line of its own.
 */
export async function printPlan(
  tasks: TaskRunner,
  plan: PlanOutcome,
  { json = false, signal }: { readonly json?: boolean | undefined; readonly signal: AbortSignal },
): Promise<void> {
  await writeLines(json ? [jsonLine(plan)] : summaryOf(plan))
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const changes = await tasks.run('config changes', { plan: plan.id, after })
    if (changes.length === 0) return
    await writeLines(changes.map(json ? jsonLine : lineOf))
    after = changes.at(-1)?.id ?? 0
  }
}

/** Returns the counts of each table that differs, in columns, and an empty line. */
function summaryOf({ tables, source }: PlanOutcome): string[] {
  const rows = Object.entries(tables)
    .filter(([, { same, ...counts }]) => Object.values(counts).some((count) => count > 0))
    .map(([table, { add, update, remove, refused, conflict }]) => {
      const cells = [escapeInvisible(table), `+${add}`, `~${update}`, `−${remove}`]
      return [...cells, ...(refused > 0 ? [`!${refused}`] : []), ...(conflict > 0 ? [`×${conflict}`] : [])]
    })
  if (rows.length === 0) return [SAME[source.kind]]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return [...lines.map((line) => line.trimEnd()), '']
}

function lineOf({ kind, table, name, fields = [], record = {}, reason }: Change): string {
  const [sign, color] = SIGNS[kind]
  const values = kind === 'add' ? valuesOf(record, name) : fields.map(kind === 'conflict' ? sidesOf : changeOf)
  const details = [...values, ...(reason === undefined ? [] : [reason])].join(', ')
  return colored(color, `${sign} ${table} ${name}${details && `  ${details}`}`)
}

/** Returns the values of a new record, without its name. */
function valuesOf(record: PlainRecord, name: string): string[] {
  const fields = Object.entries(record)
  const key = fields.find(([, value]) => value === name)
  const others = fields.filter((field) => field !== key && field[1] !== null)
  return others.map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
}

type ChangedField = NonNullable<Change['fields']>[number]

const changeOf = (field: ChangedField) => `${field.name}: ${JSON.stringify(field.old)} → ${JSON.stringify(field.new)}`

/** Returns the values of a field in a conflict: the base, ours, and theirs. */
const sidesOf = ({ name, base, old, new: theirs }: ChangedField) =>
  `${name}: base ${JSON.stringify(base)}, ours ${JSON.stringify(old)}, theirs ${JSON.stringify(theirs)}`

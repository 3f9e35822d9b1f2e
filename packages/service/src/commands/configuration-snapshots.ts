import { isoTime } from '@plinth/kernel/tools'
import { runTask } from '../administration/run-task.js'
import type { TaskOutput } from '../administration/tasks.js'
import { formatBytes } from './format-bytes.js'
import { jsonLine, print, printLines, writeLines } from './print.js'

type Snapshot = TaskOutput<'config snapshot'>

/** `plinth config snapshots`: prints the snapshots, the newest first. */
export async function listSnapshots({ json }: { json?: boolean }): Promise<void> {
  const snapshots = await runTask('config snapshots', {})
  if (json) await writeLines(snapshots.map(jsonLine))
  else print(snapshots.map(rowOf))
}

/** `plinth config snapshot`: takes a snapshot and prints its id. */
export async function takeSnapshot({ note, json }: { note?: string; json?: boolean }): Promise<void> {
  const snapshot = await runTask('config snapshot', note === undefined ? {} : { note })
  if (json) await writeLines([jsonLine(snapshot)])
  else printLines([`Snapshot ${snapshot.id} was taken.`, `To return to it: plinth config rollback ${snapshot.id}`])
}

function rowOf({ id, taken_at: at, taken_by: by, reason, note, changes, bytes }: Snapshot) {
  return {
    id,
    when: isoTime(at),
    who: by.name ?? by.kind,
    why: note ?? reason,
    changes: `+${changes.add} ~${changes.update} −${changes.remove}`,
    size: formatBytes(bytes),
  }
}

import { readFile } from 'node:fs/promises'

/** Linux reports CPU times in clock ticks. */
const TICKS_PER_SECOND = 100
/** Indexes of fields in `/proc/<pid>/stat` after the name, which ends with the last parenthesis; see proc(5). */
const USER_TIME = 11
const SYSTEM_TIME = 12
/** Indexes of the times of children that have ended. */
const ENDED_USER_TIME = 13
const ENDED_SYSTEM_TIME = 14

/** Returns a memory size of a process in MB, such as `VmRSS`, or `undefined` if the OS does not report it. */
export async function sizeOf(pid: number | undefined, field: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kibibytes = status.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1e6
}

/** Returns the CPU time of a process in seconds, or NaN if the OS does not report it. */
export function cpuSecondsOf(pid: number | undefined): Promise<number> {
  return secondsOf(pid, [USER_TIME, SYSTEM_TIME])
}

/** Returns the CPU time of a process and of its children in seconds, or NaN if the OS does not report it. */
export async function cpuSecondsWithChildren(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const running = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(cpuSecondsOf))
  const own = await secondsOf(pid, [USER_TIME, SYSTEM_TIME, ENDED_USER_TIME, ENDED_SYSTEM_TIME])
  return running.reduce((sum, seconds) => sum + (seconds || 0), own) // NaN if it has ended: then its time is in `own`
}

async function secondsOf(pid: number | undefined, fieldsToAdd: readonly number[]): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fieldsToAdd.reduce((sum, field) => sum + Number(fields[field] ?? Number.NaN), 0) / TICKS_PER_SECOND
}

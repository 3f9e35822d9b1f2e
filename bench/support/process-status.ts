import { readFile } from 'node:fs/promises'

/** Clock ticks per second, in which Linux reports CPU times. */
const TICKS = 100
/** Indexes of fields in `/proc/<pid>/stat` after the name, which ends with the last parenthesis; see proc(5). */
const USER_TIME = 11
const SYSTEM_TIME = 12

/** Returns a memory size of a process in MB, such as `VmRSS`, or `undefined` if the OS does not report it. */
export async function sizeOf(pid: number | undefined, field: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kibibytes = status.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1e6
}

/** Returns the CPU time of a process in seconds, or NaN if the OS does not report it. */
export async function cpuSecondsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER_TIME] ?? Number.NaN) + Number(fields[SYSTEM_TIME] ?? Number.NaN)) / TICKS
}

import { readFile } from 'node:fs/promises'

/** Ticks of the kernel's clock in a second, as every Linux counts the time of processes. */
const TICKS = 100
/** Places in `/proc/<pid>/stat` after the name, which ends with the last bracket. proc(5). */
const USER_TIME = 11
const SYSTEM_TIME = 12

/** A size of a process in MB such as `VmRSS`, or `undefined` where the system does not tell. */
export async function sizeOf(pid: number | undefined, field: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kibibytes = status.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1]
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1e6
}

/** How long processors have worked for a process, in seconds; NaN where the system does not tell. */
export async function workOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER_TIME] ?? Number.NaN) + Number(fields[SYSTEM_TIME] ?? Number.NaN)) / TICKS
}

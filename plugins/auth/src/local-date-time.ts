/** Formats a time (ms) in a time zone as `MM/DD/YYYY, HH:MM:SS`. */
export function localDateTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/** The IANA name of the machine's time zone. */
export const machineTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a time (ms) in UTC as `YYYY-MM-DD HH:MM:SS`. */
export function utcDateTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a number of bytes for people, such as `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const size = bytes / 1_000 ** power
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[power]}`
}

const IN_FILE = /^(\d{2})\/(\d{2})\/(\d{4}), (\d{2}):(\d{2}):(\d{2})\.(\d{6})$/
const STORED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2}\.\d{6})Z$/

/** `MM/DD/YYYY, HH:MM:SS.ffffff` in UTC as ISO 8601 with microseconds, or `undefined` when it is no such moment. */
export function storedMoment(text: string): string | undefined {
  const [, month, day, year, hour, minute, second, micro] = text.match(IN_FILE) ?? []
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${micro}Z`
  return isRealDate(iso) ? iso : undefined
}

/** The other way. */
export function momentInFile(stored: string): string {
  return stored.replace(STORED, '$2/$3/$1, $4')
}

/** Date rolls the 31st of February over into March. */
function isRealDate(iso: string): boolean {
  const at = Date.parse(iso)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === iso.slice(0, 19)
}

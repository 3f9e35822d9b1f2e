const FILE_FORMAT = /^(\d{2})\/(\d{2})\/(\d{4}), (\d{2}):(\d{2}):(\d{2})\.(\d{6})$/

/** Converts `MM/DD/YYYY, HH:MM:SS.ffffff` in UTC to ISO 8601 with microseconds; `undefined` if it is invalid. */
export function storedTimestamp(text: string): string | undefined {
  const [, month, day, year, hour, minute, second, micro] = text.match(FILE_FORMAT) ?? []
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${micro}Z`
  return isRealDate(iso) ? iso : undefined
}

/** Converts ISO 8601 in UTC, with milliseconds or microseconds, to `MM/DD/YYYY, HH:MM:SS.ffffff`. */
export function fileTimestamp(iso: string): string {
  const time = `${iso.slice(11, 26).replace('Z', '')}000000`.slice(0, 15)
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}, ${time}`
}

/**
 * Returns the SQL expression that converts a column from `YYYY-MM-DDTHH:MM:SS.ffffffZ` to the format of the file. The
 * fraction may be shorter, as `Date#toISOString()` writes it.
 */
export function fileTimestampSql(column: string): string {
  const part = (from: number, length: number) => `substr(${column}, ${from}, ${length})`
  const time = `substr(replace(${part(12, 15)}, 'Z', '') || '000000', 1, 15)`
  return `${part(6, 2)} || '/' || ${part(9, 2)} || '/' || ${part(1, 4)} || ', ' || ${time}`
}

/** Rejects dates that `Date` would roll over, such as the 31st of February. */
function isRealDate(iso: string): boolean {
  const at = Date.parse(iso)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === iso.slice(0, 19)
}

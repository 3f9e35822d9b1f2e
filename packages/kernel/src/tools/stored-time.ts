/** Converts a time in ms of a column that may be NULL: pg returns a bigint as a string. */
export const storedTime = (time: number | string | null): number | null => (time === null ? null : Number(time))

/** Returns a number with a noun: `1 file`, `2 files`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

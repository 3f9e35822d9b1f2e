/** The levels of the settings, which are numbered like those of Python. */
export const LEVELS = [0, 10, 20, 30, 40, 50] as const

export type Level = (typeof LEVELS)[number]

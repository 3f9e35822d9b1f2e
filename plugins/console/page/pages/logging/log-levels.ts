/** The levels of the settings, which count like those of Python. */
export const LEVELS = [0, 10, 20, 30, 40, 50] as const

export type Level = (typeof LEVELS)[number]

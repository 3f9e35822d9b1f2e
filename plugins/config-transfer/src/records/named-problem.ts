/** The problem of a record or table, with its name. */
export interface NamedProblem {
  readonly name: string
  readonly reason: string
}

/** Divides a line of a report into the name, or the position, and the reason. */
export function namedProblemIn(line: string): NamedProblem {
  const [name = '', ...reason] = line.split(': ')
  return { name, reason: reason.join(': ') }
}

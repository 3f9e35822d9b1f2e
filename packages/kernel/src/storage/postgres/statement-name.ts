import { createHash, randomUUID } from 'node:crypto'

/** A statement in the form that pg accepts, without its bindings. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** A comment at the end of all named statements; none until a pooler has used an outdated plan. */
let mark = ''

/**
 * Returns the name under which each connection stores the plan of a statement. It is derived from the SQL, because
 * replicas of different versions may share a connection of a pooler.
 */
export function statementName(text: string): string {
  return `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/** Gives a statement its name, and the comment of all statements. */
export function namedStatement(sql: string): NamedStatement {
  const text = `${sql}${mark}`
  return { name: statementName(text), text }
}

/**
 * Changes the comment of all statements, unless another one has changed it since this statement was named. A pooler
 * keeps the plan for a text on connections of its own, which outlive all others and the migration that invalidates the
 * plan. It has none for a new text.
 */
export function markAnew({ text }: NamedStatement): boolean {
  if (!text.endsWith(mark)) return false
  mark = ` /* ${randomUUID()} */`
  return true
}

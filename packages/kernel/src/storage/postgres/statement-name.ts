import { createHash, randomUUID } from 'node:crypto'

/** A statement in the form that pg accepts, without its bindings. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** Ends the text of every named statement. Empty until a pooler has used an outdated plan. */
let comment = ''

/**
 * Returns the name under which each connection stores the plan of a statement. It is derived from the SQL, because
 * replicas of different versions may share a connection of a pooler.
 */
export function statementName(text: string): string {
  return `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/** Returns a statement with the current comment and its name. */
export function namedStatement(sql: string): NamedStatement {
  const text = `${sql}${comment}`
  return { name: statementName(text), text }
}

/**
 * Changes the comment at the end of all statements, so that a pooler plans them again. A pooler stores the plan of each
 * text on its own connections to the server, which outlive our connections and the migration that outdates the plan.
 * Returns false, and changes nothing, if the comment has already changed since this statement was named.
 */
export function changeComment({ text }: NamedStatement): boolean {
  if (!text.endsWith(comment)) return false
  comment = ` /* ${randomUUID()} */`
  return true
}

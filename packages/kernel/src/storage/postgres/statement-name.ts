import { createHash } from 'node:crypto'

/**
 * The name of a statement on PostgreSQL, which parses and plans it once a connection. It follows from the text: two
 * replicas of different versions may share a connection of a pooler.
 */
export function statementName(text: string): string {
  return `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

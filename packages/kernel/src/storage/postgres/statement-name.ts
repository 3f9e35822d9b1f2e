import { createHash } from 'node:crypto'

/**
 * Returns the name of a statement on PostgreSQL, which parses and plans it once per connection. Derived from the SQL,
 * because replicas of different versions may share a connection of a pooler.
 */
export function statementName(text: string): string {
  return `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/**
 * Preloaded by tests. Kills the process after its first statement that writes to a table, before the next one: in the
 * middle of a transaction. The file KILL_TABLE_FILE has the name of the table; while there is none, nothing is killed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const load = createRequire(process.env.PLINTH_ROOT)
let hasWritten = false

function watch(prototype, name, sqlOf) {
  const original = prototype[name]
  prototype[name] = function (...args) {
    if (hasWritten) process.kill(process.pid, 'SIGKILL')
    hasWritten = isWrite(sqlOf(this, args))
    return original.apply(this, args)
  }
}

function isWrite(sql) {
  const file = process.env.KILL_TABLE_FILE
  if (!existsSync(file)) return false
  return new RegExp(`\\b(INSERT INTO|UPDATE|DELETE FROM) [\`"]${readFileSync(file, 'utf8')}[\`"]`, 'i').test(sql)
}

for (const name of ['run', 'all', 'get']) watch(load('sqlite3').Statement.prototype, name, ({ sql }) => sql)
watch(load('pg').Client.prototype, 'query', (_, [statement]) => statement.text ?? statement)

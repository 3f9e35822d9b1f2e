/**
 * Preloaded by tests. Refuses the REFUSE_AT-th statement of the process, as a database without space does, and writes
 * the number of all statements to the file REFUSED_LOG.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const load = createRequire(process.env.PLINTH_ROOT)
let statements = 0

function refuse(prototype, name, makeError) {
  const original = prototype[name]
  prototype[name] = function (...args) {
    statements += 1
    if (statements !== Number(process.env.REFUSE_AT)) return original.apply(this, args)
    const done = args.at(-1)
    if (typeof done !== 'function') return Promise.reject(makeError())
    process.nextTick(() => done.call(this, makeError()))
    return this
  }
}

const { Statement, Database } = load('sqlite3')
const full = () => Object.assign(new Error('SQLITE_FULL: refused by a test'), { code: 'SQLITE_FULL', errno: 13 })
for (const name of ['run', 'all', 'get']) refuse(Statement.prototype, name, full)
refuse(Database.prototype, 'exec', full)
refuse(load('pg').Client.prototype, 'query', () =>
  Object.assign(new Error('could not extend file: refused by a test'), { code: '53100', severity: 'ERROR' }),
)
process.once('exit', () => writeFileSync(process.env.REFUSED_LOG, String(statements)))

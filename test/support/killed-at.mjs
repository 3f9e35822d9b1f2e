/** Kills the process, as kill -9 does, before the call with the number in KILL_AT of those that change files, or of those to a server. */
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

const CHANGES = ['openSync', 'copyFileSync', 'chmodSync', 'fsyncSync', 'renameSync', 'rmSync']
let calls = 0

function count(owner, name, isCounted = () => true) {
  const original = owner[name]
  owner[name] = function (...args) {
    if (isCounted(this)) calls += 1
    if (calls === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL')
    return original.apply(this, args)
  }
}

if (process.env.KILL_IN === 'files') {
  const { Statement, Database } = createRequire(process.env.HOME_OF_PLINTH)('sqlite3')
  for (const name of CHANGES) count(fs, name)
  count(Database.prototype, 'exec')
  count(Statement.prototype, 'all', ({ sql }) => /journal_mode/.test(sql)) // what else is asked is asked of a copy
  syncBuiltinESMExports()
} else {
  count(Socket.prototype, 'write')
}

/**
 * Preloaded by tests. Kills the process before its KILL_AT-th call of the kind that KILL_IN names. With `files` these
 * calls change files. With `start` they change files, begin or end a transaction, or print something for the operator.
 * Otherwise they write to a socket.
 */
import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

const CHANGES = ['openSync', 'copyFileSync', 'chmodSync', 'fsyncSync', 'renameSync', 'rmSync']
/** Statement that begins or ends a transaction, or marks the file of a lock. */
const BOUNDARY = /\b(BEGIN|COMMIT|user_version =)/
let calls = 0

function killAtCall(owner, name, isCounted = () => true) {
  const original = owner[name]
  owner[name] = function (...args) {
    if (isCounted(this, args)) calls += 1
    if (calls === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL')
    return original.apply(this, args)
  }
}

if (process.env.KILL_IN === 'files') {
  const { Statement, Database } = createRequire(process.env.PLINTH_ROOT)('sqlite3')
  for (const name of CHANGES) killAtCall(fs, name, isInDataFolder)
  killAtCall(Database.prototype, 'exec')
  killAtCall(Statement.prototype, 'all', ({ sql }) => /journal_mode/.test(sql)) // other queries run on a copy
  syncBuiltinESMExports()
} else if (process.env.KILL_IN === 'start') {
  const { Statement, Database } = createRequire(process.env.PLINTH_ROOT)('sqlite3')
  for (const name of [...CHANGES, 'mkdirSync', 'writeFileSync', 'linkSync']) killAtCall(fs, name, isInDataFolder)
  killAtCall(Database.prototype, 'exec')
  for (const name of ['run', 'all']) killAtCall(Statement.prototype, name, ({ sql }) => BOUNDARY.test(sql))
  killAtCall(Socket.prototype, 'write', (socket, [chunk]) => socket === process.stderr || BOUNDARY.test(String(chunk)))
  syncBuiltinESMExports()
} else {
  killAtCall(Socket.prototype, 'write')
}

/** Node also opens the files of modules. A call with a descriptor is for a file that an earlier call has opened. */
function isInDataFolder(_, [file]) {
  return typeof file === 'number' || String(file).startsWith(process.env.PLINTH_DATA_DIR)
}

/**
 * Starts the service once, on a database that is thrown away, asks it something, and keeps what V8 has compiled by
 * then. To be run with the Node that runs the command. Prints nothing unless it fails.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileProgram, keepCompiled, run } from './compiled-program.js'

const program = compileProgram()
if (program.cachedDataRejected === false) process.exit() // it is kept already

const folder = mkdtempSync(join(tmpdir(), 'plinth-'))
const said: string[] = []
let isAnswered = false

const isOurs = (name: string) => name.startsWith('PLINTH_')
for (const name of Object.keys(process.env).filter(isOurs)) delete process.env[name]
Object.assign(process.env, {
  PLINTH_DATA_DIR: folder,
  PLINTH_PORT: '0',
  PLINTH_LOG_FORMAT: 'json', // on a terminal, too
  PLINTH_SECRET_KEY: randomBytes(32).toString('base64url'),
})
process.argv.splice(2, Number.POSITIVE_INFINITY, 'serve')
process.stdout.write = hear
process.stderr.write = hear
run(program)
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true })
  if (isAnswered) return keepCompiled(program)
  writeSync(process.stderr.fd, said.join(''))
  process.exitCode = 1
})

/** Hears where the service listens, instead of whoever runs this. */
function hear(text: string | Uint8Array): true {
  said.push(String(text))
  const [, url] = /listening on (http:\S+?)"/.exec(String(text)) ?? []
  if (url) get(`${url}/health/live`, (response) => response.resume().once('end', stop))
  return true
}

function stop(): void {
  isAnswered = true
  process.kill(process.pid, 'SIGTERM')
}

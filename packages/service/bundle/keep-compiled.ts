/**
 * Starts the service on a temporary database, sends it a request, and stores the code that V8 has compiled so far. Must
 * run with the same Node as the command. Prints nothing unless it fails.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileProgram, keepCompiled, run } from './compiled-program.js'

const program = compileProgram()
if (program.cachedDataRejected === false) process.exit() // the cache is already valid

const folder = mkdtempSync(join(tmpdir(), 'plinth-'))
const output: string[] = []
let isAnswered = false

const isOurs = (name: string) => name.startsWith('PLINTH_')
for (const name of Object.keys(process.env).filter(isOurs)) delete process.env[name]
Object.assign(process.env, {
  PLINTH_DATA_DIR: folder,
  PLINTH_PORT: '0',
  PLINTH_LOG_FORMAT: 'json', // `capture` parses it, even if stdout is a terminal
  PLINTH_SECRET_KEY: randomBytes(32).toString('base64url'),
})
process.argv.splice(2, Number.POSITIVE_INFINITY, 'serve')
process.stdout.write = capture
process.stderr.write = capture
run(program)
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true })
  if (isAnswered) return keepCompiled(program)
  writeSync(process.stderr.fd, output.join(''))
  process.exitCode = 1
})

/** Captures the output, and sends a request as soon as it contains the service's URL. */
function capture(text: string | Uint8Array): true {
  output.push(String(text))
  const [, url] = /listening on (http:\S+?)"/.exec(String(text)) ?? []
  if (url) get(`${url}/health/live`, (response) => response.resume().once('end', stop))
  return true
}

function stop(): void {
  isAnswered = true
  process.kill(process.pid, 'SIGTERM')
}

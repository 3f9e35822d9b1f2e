import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { escapeInvisible } from '../escape-invisible.js'
import { CommandError } from './command-error.js'

/** Maximum size of a secret. A larger input is most likely the wrong file. */
const MAX_SECRET_BYTES = 4_096

/**
 * Prompts twice for a secret without echoing it. If stdin is not a terminal, reads one line from it; the final newline
 * is optional. Secrets are never read from arguments, which other users can see.
 */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return onlyLineOf(await readAll(process.stdin))
  const first = await promptFor(prompt)
  const second = await promptFor('Repeat the password: ')
  if (first !== second) throw new CommandError('The passwords do not match. Nothing was changed.')
  return first
}

async function readAll(input: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) {
    chunks.push(chunk)
    if (Buffer.concat(chunks).length > MAX_SECRET_BYTES)
      throw new CommandError(
        `There are more than ${MAX_SECRET_BYTES} bytes on stdin, too many for a password. Nothing was changed.`,
      )
  }
  return Buffer.concat(chunks).toString('utf8')
}

function onlyLineOf(input: string): string {
  const line = input.replace(/\r?\n$/, '')
  if (line === '') throw new CommandError('There is no password on stdin. Nothing was changed.')
  if (/[\r\n]/.test(line))
    throw new CommandError('There is more than one line on stdin, but a password is one line. Nothing was changed.')
  return line
}

async function promptFor(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(escapeInvisible(prompt))
  const secret = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return secret
}

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandError } from './command-error.js'

/** Asks for a secret without showing it, twice; or takes it from stdin when that is no terminal. Never from an argument. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const first = await ask(prompt)
  const second = await ask('Once more: ')
  if (first !== second) throw new CommandError('The two are not the same. Nothing was changed.')
  return first
}

async function ask(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(prompt)
  const answer = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return answer
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { PLINTH, REPO_ROOT, run } from '../../../test/support/service-process.js'

/** The usage of a command: its name with its group, its arguments and its options. */
interface Call {
  readonly words: string
  readonly args: string
  readonly options: readonly string[]
}

const OPTION = /--[\w-]+(?: <[\w-]+>)?/g

describe('the help of the command', function () {
  this.timeout(60_000)

  let helps: ReadonlyMap<string, string>
  before(async () => {
    helps = await helpOfEach()
  })

  it('ends silently if its output is no longer read', async () => {
    const child = spawn(process.execPath, [...PLINTH, 'serve', '--help'], { cwd: REPO_ROOT })
    child.stdout.destroy()

    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])

    expect([code, stderr]).to.deep.equal([0, ''])
  })

  it('names the same commands as the README, with the same arguments and the same required options', async () => {
    const calls = await callsIn('README.md', '### The CLI')

    expect([...new Set(calls.map(({ words }) => words))]).to.have.members([...helps.keys()])
    for (const { words, args, options } of calls) {
      const help = helps.get(words) ?? ''
      expect(argumentsOf(help), words).to.equal(args)
      expect(options, words).to.include.members(requiredOf(help))
      for (const option of options) expect(help, words).to.include(option)
    }
  })

  it('exists for every command of the operations page, with the same arguments and options', async () => {
    for (const { words, args, options } of await callsIn('docs/operations.md', '## The CLI')) {
      const help = helps.get(words) ?? ''
      expect(argumentsOf(help), words).to.equal(args)
      for (const option of options) expect(help, words).to.include(option)
    }
  })

  it('describes every option, and shows the required ones in its usage', () => {
    expect(requiredOf(helps.get('users add') ?? '')).to.deep.equal(['--role <name>', '--email <address>'])
    for (const [words, help] of helps) {
      const bare = help.match(/^ {2}(?:-\w, )?--[\w-]+(?: <[\w-]+>)?\n(?! {8})/gm) ?? []
      expect(bare, words).to.deep.equal([])
      for (const option of requiredOf(help)) expect(usageOf(help), words).to.include(option)
    }
  })
})

/** Returns the help of every command that is not a group, keyed by its name with its group. */
async function helpOfEach(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const visit = async (...words: readonly string[]): Promise<void> => {
    const { code, stdout } = await run([...words, '--help'], {})
    expect(code, words.join(' ')).to.equal(0)
    const names = commandsIn(stdout)
    if (names.length === 0) found.set(words.join(' '), stdout)
    await Promise.all(names.map((name) => visit(...words, name)))
  }
  await visit()
  return found
}

function commandsIn(help: string): string[] {
  const list = help.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? ''
  return [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

/**
 * Returns the calls in the first column of the table of a chapter. A code span without `plinth` belongs to the group of
 * the previous one.
 */
async function callsIn(document: string, chapter: string): Promise<Call[]> {
  const text = await readFile(join(REPO_ROOT, document), 'utf8')
  const table = text.split(`\n${chapter}\n`)[1]?.split('\n#')[0] ?? ''
  const spans = [...table.matchAll(/^\| (`plinth .*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(.*?)`/g)])
  let group = ''
  return spans
    .map(([, span = '']) => span)
    .filter((span) => !span.includes('…') && !span.startsWith('--'))
    .map((span) => {
      const call = callOf(span.startsWith('plinth ') ? span.slice('plinth '.length) : `${group} ${span}`)
      group = call.words.split(' ')[0] ?? ''
      return call
    })
}

function callOf(text: string): Call {
  const options = text.match(OPTION) ?? []
  const [words = '', args = ''] = text
    .replace(OPTION, '')
    .trim()
    .split(/ (?=[<[])(.*)/)
  return { words: words.trim(), args: args.trim(), options }
}

function usageOf(help: string): string {
  return /^Usage: (.*)$/m.exec(help)?.[1] ?? ''
}

function argumentsOf(help: string): string {
  return callOf(usageOf(help).replace('[options]', '')).args
}

/** Returns the options whose description begins with "required". */
function requiredOf(help: string): string[] {
  return [...help.matchAll(/^ {2}(--[\w-]+ <[\w-]+>) +required:/gm)].map(([, option = '']) => option)
}

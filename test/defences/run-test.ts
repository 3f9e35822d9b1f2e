import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TreeCopy } from './tree-copy.js'

/** Some tests: those of a file whose full title has a text in it. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

export interface FailedTest {
  readonly title: string
  readonly message: string
  /** Whether it failed because something was not as expected, and not for another reason. */
  readonly isAssertion: boolean
}

export interface TestRun {
  readonly passes: number
  readonly failures: readonly FailedTest[]
}

/** Longest time in ms, with all that may be done on the machine beside it. */
const TEST_TIMEOUT_MS = 150_000
const NODE_OPTIONS = ['--import', 'tsx', '--conditions=plinth-source', '--no-experimental-require-module']
const MOCHA = ['node_modules/mocha/bin/mocha.js', '--no-config', '--exit', '--timeout', '60000', '--reporter', 'json']

/** Runs a test in a copy, in a process of its own. Throws when no report came of it: nothing was run then. */
export async function runTest(copy: TreeCopy, { file, title }: NamedTest, signal: AbortSignal): Promise<TestRun> {
  const report = join(copy.temporary, 'report.json')
  await rm(report, { force: true })
  const args = [...NODE_OPTIONS, ...MOCHA, '--reporter-option', `output=${report}`, '--fgrep', title, file]
  const said = await endOf(args, copy, signal)
  const found = await readFile(report, 'utf8').catch(() => {
    throw new Error(`${file} could not be run:\n${said}`)
  })
  const { stats, failures } = JSON.parse(found) as Report
  return {
    passes: stats.passes,
    failures: failures.map(({ fullTitle, err }) => ({
      title: fullTitle,
      message: err.message ?? '',
      isAssertion: /^AssertionError\b/.test(err.stack ?? ''),
    })),
  }
}

/** What mocha's reporter `json` writes. */
interface Report {
  readonly stats: { readonly passes: number }
  readonly failures: readonly { readonly fullTitle: string; readonly err: { message?: string; stack?: string } }[]
}

/** Resolves to what a process said on stderr, however it ended. What it has started and left behind ends with it. */
async function endOf(args: readonly string[], copy: TreeCopy, signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: copy.folder,
    env: { ...process.env, TMPDIR: copy.temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a group of its own
    signal: AbortSignal.any([signal, AbortSignal.timeout(TEST_TIMEOUT_MS)]),
  })
  child.once('error', () => {}) // it was given up
  child.once('exit', () => endGroup(child))
  const [said] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('close', resolve))])
  return said
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // nothing of it is left
  }
}

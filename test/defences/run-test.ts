import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TreeCopy } from './tree-copy.js'

/** The tests of a file whose full titles contain a text. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

export interface FailedTest {
  readonly title: string
  readonly message: string
  /** Whether it failed with an assertion error, in contrast to another exception. */
  readonly isAssertion: boolean
}

export interface TestRun {
  readonly passes: number
  readonly failures: readonly FailedTest[]
}

/** Generous, because other tests keep the machine busy. */
const TEST_TIMEOUT_MS = 150_000
const NODE_OPTIONS = ['--import', 'tsx', '--conditions=plinth-source', '--no-experimental-require-module']
const MOCHA = ['node_modules/mocha/bin/mocha.js', '--no-config', '--exit', '--timeout', '60000', '--reporter', 'json']

/** Runs tests in a copy, in a process of their own. Throws if the process writes no report: then no test was run. */
export async function runTest(copy: TreeCopy, { file, title }: NamedTest, signal: AbortSignal): Promise<TestRun> {
  const report = join(copy.temporary, 'report.json')
  await rm(report, { force: true })
  const args = [...NODE_OPTIONS, ...MOCHA, '--reporter-option', `output=${report}`, '--fgrep', title, file]
  const stderr = await runToEnd(args, copy, signal)
  const found = await readFile(report, 'utf8').catch(() => {
    throw new Error(`${file} could not be run:\n${stderr}`)
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

/** Lists the tests of some files without running them. */
export async function listTests(copy: TreeCopy, files: readonly string[]): Promise<readonly NamedTest[]> {
  const report = join(copy.temporary, 'tests.json')
  const args = [...NODE_OPTIONS, ...MOCHA, '--dry-run', '--reporter-option', `output=${report}`, ...files]
  await runToEnd(args, copy, new AbortController().signal)
  const { tests } = JSON.parse(await readFile(report, 'utf8')) as Report
  return tests.map(({ file, fullTitle }) => ({ file: relative(copy.folder, file), title: fullTitle }))
}

/** The output of mocha's reporter `json`. */
interface Report {
  readonly stats: { readonly passes: number }
  readonly tests: readonly { readonly file: string; readonly fullTitle: string }[]
  readonly failures: readonly { readonly fullTitle: string; readonly err: { message?: string; stack?: string } }[]
}

/** Runs Node and resolves to its stderr, whatever its exit code. Kills any processes that it leaves behind. */
async function runToEnd(args: readonly string[], copy: TreeCopy, signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: copy.folder,
    env: { ...process.env, TMPDIR: copy.temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a group of its own
    signal: AbortSignal.any([signal, AbortSignal.timeout(TEST_TIMEOUT_MS)]),
  })
  child.once('error', () => {}) // it was aborted
  child.once('exit', () => endGroup(child))
  const [stderr] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('close', resolve))])
  return stderr
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has no process any more
  }
}

import { run } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { writeResults } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'

export interface LoadingOptions {
  readonly rounds: number
  /** The command, to be shown with the results. */
  readonly command: string
}

/** The packages that are loaded. */
const KERNEL = ['@plinth/kernel']
const BASELINE = ['knex', 'yup', 'bunyan', 'awilix']
/** In each turn, one process loads the kernel and another its libraries, which takes a fifth of a second each. */
const TURNS_PER_ROUND = 7

/** Compares the load time of the kernel with that of its libraries alone, in turns, each time in a new process. */
export async function measureLoading(sandbox: Sandbox, { rounds, command }: LoadingOptions): Promise<void> {
  const times = { kernel: [] as number[], baseline: [] as number[] }
  await millisecondsOf(KERNEL, sandbox) // fills the page cache
  await millisecondsOf(BASELINE, sandbox)
  for (let turn = 0; turn < rounds * TURNS_PER_ROUND; turn += 1) {
    times.kernel.push(await millisecondsOf(KERNEL, sandbox))
    times.baseline.push(await millisecondsOf(BASELINE, sandbox))
  }
  const [kernel, baseline] = [median(times.kernel), median(times.baseline)]
  const note = `median of ${times.kernel.length}: ${kernel.toFixed(0)} ms ÷ ${baseline.toFixed(0)} ms`
  const figure: Figure = {
    database: '',
    what: `import of ${KERNEL} ÷ ${BASELINE}`,
    value: kernel / baseline,
    unit: '×',
    max: 1, // the kernel loads most of its libraries only when it starts
    note,
  }
  await writeResults(sandbox, 'Loading', command, [figure])
}

async function millisecondsOf(packages: readonly string[], { signal }: Sandbox): Promise<number> {
  const imports = packages.map((name) => `import('${name}')`).join(', ')
  const program = `const begin = performance.now(); await Promise.all([${imports}]); console.log(performance.now() - begin)`
  return Number(await run(['--input-type=module', '--eval', program], { signal }))
}

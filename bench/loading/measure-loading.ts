import { run } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { writeResults } from '../support/results.js'
import type { Workplace } from '../support/workplace.js'

export interface LoadingOptions {
  readonly rounds: number
  /** As it is shown with the results. */
  readonly command: string
}

/** What is loaded, and what it may cost at most beside the limit. */
const KERNEL = ['@plinth/kernel']
const LIMIT = ['knex', 'yup', 'bunyan', 'awilix']
/** Processes a round: one takes a fifth of a second, and they scatter. */
const PER_ROUND = 7

/** What loading the kernel costs, beside its own libraries; each in a process of its own, turn by turn. */
export async function measureLoading(workplace: Workplace, { rounds, command }: LoadingOptions): Promise<void> {
  const times = { kernel: [] as number[], limit: [] as number[] }
  await millisecondsOf(KERNEL, workplace) // what the disk has to bring is in memory from here on
  await millisecondsOf(LIMIT, workplace)
  for (let turn = 0; turn < rounds * PER_ROUND; turn += 1) {
    times.kernel.push(await millisecondsOf(KERNEL, workplace))
    times.limit.push(await millisecondsOf(LIMIT, workplace))
  }
  const [kernel, limit] = [median(times.kernel), median(times.limit)]
  const note = `median of ${times.kernel.length}: ${kernel.toFixed(0)} ms ÷ ${limit.toFixed(0)} ms`
  const figure: Figure = {
    database: '',
    what: `import of ${KERNEL} ÷ ${LIMIT}`,
    value: kernel / limit,
    unit: '×',
    goal: 1,
    note,
  }
  await writeResults(workplace, 'Loading', command, [figure])
}

async function millisecondsOf(packages: readonly string[], { signal }: Workplace): Promise<number> {
  const imports = packages.map((name) => `import('${name}')`).join(', ')
  const program = `const begin = performance.now(); await Promise.all([${imports}]); console.log(performance.now() - begin)`
  return Number(await run(['--input-type=module', '--eval', program], { signal }))
}

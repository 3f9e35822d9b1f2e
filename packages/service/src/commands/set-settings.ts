import { runTask } from '../administration/run-task.js'
import { print } from './print.js'

const NAMES = ['log_level', 'logger_period', 'log_max_bytes', 'log_backup_count']

/**
 * `plinth settings set log_level=10 …`: changes logging settings, all that are given or none. `refuse` is told what is wrong with the
 * call itself.
 */
export async function setSettings(
  assignments: readonly string[],
  options: { json?: boolean },
  refuse: (problem: string) => never,
): Promise<void> {
  const changes = new Map<string, number>()
  for (const assignment of assignments) {
    const [name, value] = pairOf(assignment) ?? refuse(`"${assignment}" is no setting. Write it as log_level=10.`)
    if (!NAMES.includes(name)) refuse(`There is no setting "${name}". There are ${NAMES.join(', ')}.`)
    if (changes.has(name)) refuse(`${name} is given twice.`)
    if (!Number.isFinite(value)) refuse(`${name} must be at most ${Number.MAX_VALUE}.`)
    changes.set(name, value)
  }
  print(await runTask('settings set', Object.fromEntries(changes)), options)
}

function pairOf(assignment: string): [name: string, value: number] | undefined {
  const [, name, value] = assignment.match(/^([a-z_]+)=(-?\d+(?:\.\d+)?)$/) ?? []
  return name === undefined ? undefined : [name, Number(value)]
}

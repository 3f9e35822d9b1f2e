import { runTask } from '../administration/run-task.js'
import { CommandError } from './command-error.js'
import { print } from './print.js'

/** `plinth settings set log_level=10 …`: changes logging settings, all that are given or none. */
export async function setSettings(assignments: readonly string[], options: { json?: boolean }): Promise<void> {
  const changes = Object.fromEntries(assignments.map(pairOf))
  print(await runTask('settings set', changes), options)
}

function pairOf(assignment: string): [string, number] {
  const [, name = '', value = ''] = assignment.match(/^([a-z_]+)=(-?\d+(?:\.\d+)?)$/) ?? []
  if (!name) throw new CommandError(`"${assignment}" is no setting. Write it as log_level=10.`)
  return [name, Number(value)]
}

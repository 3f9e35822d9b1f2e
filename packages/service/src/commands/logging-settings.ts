import { LOG_LEVELS_IN_WORDS } from '@plinth/kernel'
import { logLevelInWords, logLevelOf } from '@plinth/kernel/composition'
import { runTask } from '../administration/run-task.js'
import type { TaskOutput } from '../administration/tasks.js'
import { print } from './print.js'

const NAMES = ['log_level', 'logger_period', 'log_max_bytes', 'log_backup_count'] as const
type Name = (typeof NAMES)[number]

/** `plinth settings show`: prints the current logging settings. */
export async function showSettings(options: { json?: boolean }): Promise<void> {
  printSettings(await runTask('settings show', {}), options)
}

/**
 * `plinth settings set log_level=debug …`: updates all of the given logging settings, or none. Calls `refuse` with a
 * usage error.
 */
export async function setSettings(
  assignments: readonly string[],
  options: { json?: boolean },
  refuse: (problem: string) => never,
): Promise<void> {
  const changes = new Map<string, number>()
  for (const assignment of assignments) {
    const [name, value] = pairOf(assignment) ?? refuse(`"${assignment}" is not of the form name=value.`)
    if (!isName(name)) refuse(unknownName(name))
    if (changes.has(name)) refuse(`${name} is given twice.`)
    const number = numberOf(name, value) ?? refuse(valueProblem(name))
    if (!Number.isFinite(number)) refuse(`${name} must be at most ${Number.MAX_VALUE}.`)
    changes.set(name, number)
  }
  printSettings(await runTask('settings set', Object.fromEntries(changes)), options)
}

/**
 * `plinth settings unset log_level …`: removes saved logging settings, so that the configured ones apply again. Calls
 * `refuse` with a usage error.
 */
export async function unsetSettings(
  names: readonly string[],
  options: { json?: boolean },
  refuse: (problem: string) => never,
): Promise<void> {
  const unset = names.map((name) => (isName(name) ? name : refuse(unknownName(name))))
  printSettings(await runTask('settings unset', { names: unset }), options)
}

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name)
const unknownName = (name: string) => `There is no setting "${name}". Use ${NAMES.join(', ')}.`

/**
 * `plinth settings debug <minutes>`: sets the level to debug for some minutes, or ends that with `off`. Calls `refuse`
 * with a usage error.
 */
export async function debugForAWhile(
  duration: string,
  options: { json?: boolean },
  refuse: (problem: string) => never,
): Promise<void> {
  if (duration !== 'off' && !/^[1-9]\d{0,8}$/.test(duration))
    refuse('<minutes> must be a whole number, 1 to 120, or off')
  const state = await runTask('settings debug', duration === 'off' ? {} : { minutes: Number(duration) })
  print(options.json ? state : { ...state, log_level: logLevelInWords(state.log_level) }, options)
}

function pairOf(assignment: string): [name: string, value: string] | undefined {
  const [, name, value] = assignment.match(/^([a-z_]+)=(-?\d+(?:\.\d+)?|[a-z]+)$/i) ?? []
  return name === undefined || value === undefined ? undefined : [name, value]
}

/** Parses a number or the name of a log level. The task checks the range. */
function numberOf(name: string, value: string): number | undefined {
  if (!/^[a-z]/i.test(value)) return Number(value)
  return name === 'log_level' ? logLevelOf(value) : undefined
}

function valueProblem(name: string): string {
  return name === 'log_level' ? `log_level must be one of ${LOG_LEVELS_IN_WORDS}.` : `${name} must be a number.`
}

/** Prints the settings. Unless the output is JSON, the log level is followed by its name. */
function printSettings(settings: TaskOutput<'settings show'>, options: { json?: boolean }): void {
  print(options.json ? settings : { ...settings, log_level: logLevelInWords(settings.log_level) }, options)
}

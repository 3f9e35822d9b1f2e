import type { Command } from 'commander'
import type { TaskName } from '../administration/tasks.js'

/** Further parts of a command that runs one task. */
export interface TaskCommandOptions {
  /** Options with a value, by name, with their descriptions. They are part of the input. */
  readonly options?: Readonly<Record<string, string>>
  readonly examples?: readonly string[]
  /** Formats the output as text. By default its members are printed. */
  readonly format?: (output: never) => string
}

/** Options of every command that prints output. */
export interface JsonOption {
  readonly json?: boolean
}

/**
 * Adds a command that runs one task and prints its output. `usage` is the name of the command with its arguments, which
 * are the input: `end <username> [id]`. The name of the task is that of the group and the command: `sessions end`.
 */
export function addTaskCommand(
  group: Command,
  usage: string,
  description: string,
  { options = {}, examples = [], format }: TaskCommandOptions = {},
): void {
  const command = addJson(group.command(usage).description(description))
  for (const [name, text] of Object.entries(options)) command.option(`--${name} <text>`, text)
  addExamples(command, ...examples)
  command.action(async () => {
    const [{ runTask }, { print, printLines }] = await Promise.all([
      import('../administration/run-task.js'),
      import('../commands/print.js'),
    ])
    const input = command.args.map((value, index) => {
      const name = command.registeredArguments[index]?.name() ?? ''
      return [name, parsers[name]?.(command, value) ?? value]
    })
    const { json, ...given } = command.opts<JsonOption>()
    const output = await runTask(
      `${group.name()} ${command.name()}` as TaskName,
      { ...Object.fromEntries(input), ...given } as never,
    )
    if (format && !json) printLines(format(output as never).split('\n'))
    else print(output, { json })
  })
}

/** Adds `--json`, the option of every command that prints output. */
export function addJson(command: Command): Command {
  return command.option('--json', 'print JSON instead of text')
}

/** Adds examples to the help of a command. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  if (examples.length === 0) return command
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`)
}

/** Parsers of the arguments that are not strings, by the name of the argument. */
const parsers: Readonly<Record<string, (command: Command, text: string) => number>> = {
  days: parseDays,
  level: parseLevel,
}

function parseLevel(command: Command, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  command.error('error: <level> must be a whole number, 0 or more')
}

function parseDays(command: Command, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  command.error('error: <days> must be a whole number, 1 or more')
}

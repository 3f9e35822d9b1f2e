import type { Command } from 'commander'
import type { ExportConfigOptions } from '../commands/export-config.js'
import type { ImportConfigOptions } from '../commands/import-config.js'
import { FAILED } from './exit-codes.js'
import { addExamples, addJson, type JsonOption } from './task-command.js'

/** Adds the commands for logging settings and for the whole configuration. */
export function addConfigurationCommands(program: Command): void {
  addSettings(program)
  addConfig(program)
}

function addSettings(program: Command): void {
  const settings = program.command('settings').description('show and change the logging settings')
  const showSettings = settings
    .command('show')
    .description('show the current settings')
    .action(async (options: JsonOption) => (await import('../commands/logging-settings.js')).showSettings(options))
  addJson(showSettings)
  const setSettings = settings
    .command('set')
    .argument(
      '<name=value...>',
      'log_level (a number or a name), logger_period, or log_max_bytes together with log_backup_count',
    )
    .description('change settings on every replica: all of those given, or none')
    .action(async (assignments: string[], options: JsonOption) =>
      (await import('../commands/logging-settings.js')).setSettings(assignments, options, (problem) =>
        setSettings.error(`error: ${problem}`),
      ),
    )
  addExamples(
    addJson(setSettings),
    'plinth settings set log_level=debug',
    'plinth settings set log_max_bytes=10485760 log_backup_count=5',
  )
  const unsetSettings = settings
    .command('unset')
    .argument('<name...>', 'log_level, logger_period, log_max_bytes or log_backup_count')
    .description('remove saved settings on every replica: those of the environment, or the defaults, apply again')
    .action(async (names: string[], options: JsonOption) =>
      (await import('../commands/logging-settings.js')).unsetSettings(names, options, (problem) =>
        unsetSettings.error(`error: ${problem}`),
      ),
    )
  addExamples(addJson(unsetSettings), 'plinth settings unset log_level')
  const debug = settings
    .command('debug')
    .argument('<minutes>', 'for how long, 1 to 120; off ends it at once')
    .description('set log_level to debug on every replica for some minutes; the saved level is kept and applies again')
    .action(async (duration: string, options: JsonOption) =>
      (await import('../commands/logging-settings.js')).debugForAWhile(duration, options, (problem) =>
        debug.error(`error: ${problem}`),
      ),
    )
  addExamples(addJson(debug), 'plinth settings debug 15', 'plinth settings debug off')
}

function addConfig(program: Command): void {
  const config = program.command('config').description('export and import the whole configuration')
  const exportConfig = config
    .command('export')
    .argument('[file]', 'the file to write; - is stdout', '-')
    .option('--force', 'replace the file if it exists, instead of refusing to')
    .description(
      'write a consistent snapshot of the configuration, without passwords or tokens, to a file that only you can read; an incomplete file is never left behind',
    )
    .action(async (file: string, options: ExportConfigOptions) =>
      (await import('../commands/export-config.js')).exportConfig(file, options),
    )
  addExamples(addJson(exportConfig), 'plinth config export plant.json', 'plinth config export | gzip > plant.json.gz')

  const importConfig = config
    .command('import')
    .argument('[file]', 'the file to read; stdin with -, or if input is piped in')
    .option('--dry-run', 'write nothing, but report what would happen to each record')
    .option('--atomic', 'write nothing if any record has an error; by default the other records are written')
    .description(
      'import a configuration in one transaction: existing records and records with errors are skipped, and the others are written; exits with 1 if any record has an error',
    )
    .action(async (file: string | undefined, options: ImportConfigOptions) => {
      if (file === undefined && process.stdin.isTTY)
        importConfig.error('error: name a file, or pipe a configuration to stdin')
      const { importConfig: importFrom } = await import('../commands/import-config.js')
      if (!(await importFrom(file ?? '-', options))) process.exitCode = FAILED
    })
  addExamples(
    addJson(importConfig),
    'plinth config import plant.json --dry-run',
    'gunzip -c plant.json.gz | plinth config import --atomic --json',
  )
}

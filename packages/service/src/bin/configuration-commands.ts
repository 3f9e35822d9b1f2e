import type { Command } from 'commander'
import type { ExportConfigOptions } from '../commands/export-config.js'
import type { ImportConfigOptions } from '../commands/import-config.js'
import { FAILED } from './exit-codes.js'
import { addExamples, addJson, type Json } from './task-command.js'

/** Adds the commands for logging settings and for the whole configuration. */
export function addConfigurationCommands(program: Command): void {
  addSettings(program)
  addConfig(program)
}

function addSettings(program: Command): void {
  const settings = program.command('settings').description('see and change the logging settings')
  const showSettings = settings
    .command('show')
    .description('show the settings in force')
    .action(async (options: Json) => (await import('../commands/logging-settings.js')).showSettings(options))
  addJson(showSettings)
  const setSettings = settings
    .command('set')
    .argument('<name=value...>', 'log_level (a number or a name), logger_period, log_max_bytes with log_backup_count')
    .description('change them, here and on every replica, all that are given or none')
    .action(async (assignments: string[], options: Json) =>
      (await import('../commands/logging-settings.js')).setSettings(assignments, options, (problem) =>
        setSettings.error(`error: ${problem}`),
      ),
    )
  addExamples(
    addJson(setSettings),
    'plinth settings set log_level=debug',
    'plinth settings set log_max_bytes=10485760 log_backup_count=5',
  )
}

function addConfig(program: Command): void {
  const config = program.command('config').description('carry the whole configuration out and in')
  const exportConfig = config
    .command('export')
    .argument('[file]', 'where to; stdout without it, or with -', '-')
    .option('--force', 'replace the file if it is there; without it that is refused')
    .description(
      'write the configuration, as it is at one moment, to a file that only you can read, whole or not at all; without passwords or tokens',
    )
    .action(async (file: string, options: ExportConfigOptions) =>
      (await import('../commands/export-config.js')).exportConfig(file, options),
    )
  addExamples(addJson(exportConfig), 'plinth config export plant.json', 'plinth config export | gzip > plant.json.gz')

  const importConfig = config
    .command('import')
    .argument('[file]', 'where from; stdin with -, or when something is piped in')
    .option('--dry-run', 'write nothing, and tell what would become of each record; without it the records are written')
    .option('--atomic', 'write nothing if any record has an error; without it the other records are written')
    .description(
      'bring a configuration in, in one transaction: what is there already is skipped, and a record that has an error does not keep the others out. Exits with 1 when a record has one.',
    )
    .action(async (file: string | undefined, options: ImportConfigOptions) => {
      if (file === undefined && process.stdin.isTTY)
        importConfig.error('error: give a file, or pipe a configuration in')
      const { importConfig: bringIn } = await import('../commands/import-config.js')
      if (!(await bringIn(file ?? '-', options))) process.exitCode = FAILED
    })
  addExamples(
    addJson(importConfig),
    'plinth config import plant.json --dry-run',
    'gunzip -c plant.json.gz | plinth config import --atomic --json',
  )
}

import { type Command, Option } from 'commander'
import type { RollBackOptions } from '../commands/apply-plan.js'
import type { ExportConfigOptions } from '../commands/export-config.js'
import type { ImportConfigOptions } from '../commands/import-config.js'
import type { MergeConfigOptions } from '../commands/merge-config.js'
import type { PlanConfigOptions } from '../commands/plan-config.js'
import { DIFFERS, FAILED } from '../exit-codes.js'
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
  const config = program
    .command('config')
    .description('export, import, compare, change and roll back the whole configuration')
  const exportConfig = config
    .command('export')
    .argument('[file]', 'the file to write; - is stdout; a folder gets one file for each table, as git wants it', '-')
    .option('--force', 'replace the file if it exists, instead of refusing to; those in a folder are always replaced')
    .description(
      'write a consistent snapshot of the configuration, without passwords or tokens, to a file that only you can read; an incomplete file is never left behind',
    )
    .action(async (file: string, options: ExportConfigOptions) =>
      (await import('../commands/export-config.js')).exportConfig(file, options),
    )
  addExamples(
    addJson(exportConfig),
    'plinth config export plant.json',
    'plinth config export | gzip > plant.json.gz',
    'plinth config export plant/',
  )

  const importConfig = config
    .command('import')
    .argument('[file]', 'the file or folder to read; stdin with -, or if input is piped in')
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
  addPlans(config)
  addSnapshots(config)
}

function addPlans(config: Command): void {
  const plan = config
    .command('plan')
    .argument('<file>', 'the file or folder to read; - is stdin')
    .description(
      'print what a configuration file would change, and keep that as a plan; a plan that would change nothing is not kept; exits with 2 if the file differs from the configuration, else with 0',
    )
    .action(async (file: string, options: PlanConfigOptions) => {
      const { planConfig } = await import('../commands/plan-config.js')
      if (await planConfig(file, options)) process.exitCode = DIFFERS
    })
  addExamples(
    addJsonLines(addModes(plan)),
    'plinth config plan plant.json',
    'plinth config plan plant.json --mode add --tables Tags:mirror,Units:update',
  )
  const diff = config
    .command('diff')
    .argument('<file>', 'the file or folder to read; - is stdin')
    .description('print the same as plan, but keep no plan; exits with 2 if the file differs, else with 0')
    .action(async (file: string, options: PlanConfigOptions) => {
      const { diffConfig } = await import('../commands/plan-config.js')
      if (await diffConfig(file, options)) process.exitCode = DIFFERS
    })
  addExamples(addJsonLines(addModes(diff)), 'plinth config diff plant.json --mode mirror')
  const compare = config
    .command('compare')
    .argument('<from>', 'a file, a folder, - for stdin, the id of a snapshot, or present; ./present is a file')
    .argument('<to>', 'the same')
    .description(
      'print what leads from one configuration to another; what a file lacks is not compared; exits with 2 if they differ, else with 0',
    )
    .action(async (from: string, to: string, options: JsonOption) => {
      const { compareConfig } = await import('../commands/compare-config.js')
      if (await compareConfig(from, to, options)) process.exitCode = DIFFERS
    })
  addExamples(
    addJsonLines(compare),
    'plinth config compare 5gq0c2w8t1m3r7hb present',
    'plinth config compare plant.json other-plant.json',
  )
  const merge = config
    .command('merge')
    .argument('<base>', 'the file, folder or snapshot from which both sides have grown')
    .argument('<theirs>', 'the file, folder or snapshot of the other side; one of the two is a file or folder')
    .addOption(
      new Option('--take <side>', 'the side to take in all conflicts: ours, the configuration here, or theirs').choices(
        ['ours', 'theirs'],
      ),
    )
    .option(
      '--settle <place=side...>',
      'the side to take in the conflicts of a table or record: Tags=theirs, Tags/T-101=ours; a record takes precedence over its table',
    )
    .description(
      'print how the changes of another side, field by field, would change the configuration, and keep that as a plan unless there are conflicts; exits with 2 if there is anything to do, else with 0',
    )
    .action(async (base: string, theirs: string, options: MergeConfigOptions) => {
      const { mergeConfig } = await import('../commands/merge-config.js')
      if (await mergeConfig(base, theirs, options)) process.exitCode = DIFFERS
    })
  addExamples(
    addJsonLines(merge),
    'plinth config merge base.json other-plant.json',
    'plinth config merge base.json other-plant.json --settle Tags=theirs Tags/T-101=ours',
  )
  const apply = config
    .command('apply')
    .argument('<plan>', 'the id that plan has printed')
    .description(
      'do exactly what a plan says, in one transaction, or nothing if others have changed its records since; takes a snapshot before, and prints its id',
    )
    .action(async (plan: string, options: JsonOption) =>
      (await import('../commands/apply-plan.js')).applyPlan(plan, options),
    )
  addExamples(addJsonLines(apply), 'plinth config apply v1k8sdw0m2q4z6x9')
}

function addModes(command: Command): Command {
  return command
    .option(
      '--mode <mode>',
      'add: add missing records; update: also change others; mirror: also remove others',
      'update',
    )
    .option('--tables <modes>', 'modes of individual tables, such as Tags:mirror,Units:add; by default that of --mode')
}

function addSnapshots(config: Command): void {
  const snapshots = config
    .command('snapshots')
    .description('list the snapshots, the newest first, with what was changed right after each')
    .action(async (options: JsonOption) =>
      (await import('../commands/configuration-snapshots.js')).listSnapshots(options),
    )
  addJsonLines(snapshots)
  const snapshot = config
    .command('snapshot')
    .option('--note <text>', 'what it is for; none by default')
    .description('take a snapshot of the configuration; every import and apply takes one as well')
    .action(async (options: JsonOption & { note?: string }) =>
      (await import('../commands/configuration-snapshots.js')).takeSnapshot(options),
    )
  addExamples(addJsonLines(snapshot), 'plinth config snapshot --note "Before the new line"')
  const rollback = config
    .command('rollback')
    .argument('<snapshot>', 'the id from the list of snapshots')
    .option('--yes', 'apply the changes without asking; required without a terminal')
    .description(
      'print the changes that return to a snapshot, ask for confirmation, and apply them; first takes a snapshot; roles and users that were created since stay; exits with 2 if records still differ',
    )
    .action(async (snapshot: string, options: RollBackOptions) => {
      const { rollBack } = await import('../commands/apply-plan.js')
      if (await rollBack(snapshot, options)) process.exitCode = DIFFERS
    })
  addExamples(addJsonLines(rollback), 'plinth config rollback 5gq0c2w8t1m3r7hb')
}

/** Adds `--json` to a command that prints the documents of the REST API, which may be many. */
function addJsonLines(command: Command): Command {
  return command.option('--json', 'print JSON instead of text, one document of the REST API on each line')
}

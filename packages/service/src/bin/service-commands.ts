import type { Command } from 'commander'
import { FAILED } from '../exit-codes.js'
import { SETTINGS_HELP } from './settings-help.js'
import { addExamples, addJson, type JsonOption } from './task-command.js'

/** Adds the commands for the service and its installation. */
export function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description(
      'run the service until SIGTERM or SIGINT; it logs to stdout, as text on a terminal and otherwise as lines of JSON (PLINTH_LOG_FORMAT)',
    )
    .addHelpText('after', SETTINGS_HELP)
    .action(async () => (await import('../commands/serve.js')).serve())

  const migrate = program
    .command('migrate')
    .description('bring the schema of the database up to date, as every start does')
    .action(async (options: JsonOption) => (await import('../commands/migrate.js')).migrate(options))
  addExamples(addJson(migrate), 'plinth migrate', 'PLINTH_DATABASE_URL=postgres://plinth:…@db/plinth plinth migrate')

  const doctor = program
    .command('doctor')
    .description(
      'diagnose the installation and suggest fixes: settings, files, database, disk, clock and port; changes nothing',
    )
    .action(async (options: JsonOption) => {
      const { diagnose } = await import('../commands/diagnose.js')
      if (!(await diagnose(options))) process.exitCode = FAILED
    })
  addExamples(addJson(doctor), 'plinth doctor', 'docker exec plinth plinth doctor --json')
}

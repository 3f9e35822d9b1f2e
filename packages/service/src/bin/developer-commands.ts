import type { Command } from 'commander'
import { addExamples, addJson, type JsonOption } from './task-command.js'

/** Adds the commands for authors of clients and plugins. */
export function addDeveloperCommands(program: Command): void {
  const openapi = program
    .command('openapi')
    .description('print the OpenAPI document of this version as JSON; needs no settings and no database')
    .action(async () => (await import('../commands/print-openapi.js')).printOpenapi())
  addJson(openapi) // for consistency with the other commands; the output is always JSON

  const plugin = program
    .command('plugin')
    .argument('<folder>', 'a new or empty folder; its name becomes the name of the package')
    .description(
      'create a package with the example plugin of docs/plugins.md, its tests and compiler settings, as a starting point',
    )
    .action(async (folder: string, options: JsonOption) =>
      (await import('../commands/write-plugin.js')).writePlugin(folder, options),
    )
  addExamples(addJson(plugin), 'npx plinth plugin work-orders')
}

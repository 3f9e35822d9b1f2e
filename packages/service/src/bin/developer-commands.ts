import type { Command } from 'commander'
import { addExamples, addJson, type Json } from './task-command.js'

/** For those who write clients or plugins. */
export function addDeveloperCommands(program: Command): void {
  const openapi = program
    .command('openapi')
    .description('print the OpenAPI document of this version as JSON; needs no settings and no database')
    .action(async () => (await import('../commands/print-openapi.js')).printOpenapi())
  addJson(openapi) // which it is in any case

  const plugin = program
    .command('plugin')
    .argument('<folder>', 'a folder that is not there yet, or is empty; its name becomes that of the package')
    .description(
      'write a package with a plugin to start from, the one of docs/plugins.md, with its tests and compiler settings',
    )
    .action(async (folder: string, options: Json) =>
      (await import('../commands/write-plugin.js')).writePlugin(folder, options),
    )
  addExamples(addJson(plugin), 'npx plinth plugin work-orders')
}

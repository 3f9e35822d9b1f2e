import { readEnvironment } from '../environment/read-environment.js'
import { placeholderKeyOption } from '../key-file.js'
import { standardPlugins } from '../standard-plugins.js'
import { countOf } from './count-of.js'
import { plinthFromEnvironment } from './plinth-from-environment.js'
import { printJson, printLines } from './print.js'

/** `plinth migrate`: applies pending migrations and prints their names. */
export async function migrate({ json }: { json?: boolean }): Promise<void> {
  // A migration signs nothing. Where the setting is required, a random key takes the place of the replicas' one
  const keyOption = placeholderKeyOption(readEnvironment(process.env, standardPlugins))
  const migrations = await plinthFromEnvironment(keyOption).migrate()
  if (json) printJson({ migrations })
  else printLines(toLines(migrations))
}

function toLines(migrations: readonly string[]): string[] {
  if (migrations.length === 0) return ['The schema is up to date.']
  const lines = migrations.map((name) => `applied ${name}`)
  return [...lines, `The schema is up to date; ${countOf(migrations.length, 'migration')} applied.`]
}

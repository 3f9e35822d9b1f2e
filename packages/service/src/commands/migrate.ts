import { readEnvironment } from '../environment/read-environment.js'
import { throwawayKey } from '../key-file.js'
import { standardPlugins } from '../standard-plugins.js'
import { plinthFromEnvironment } from './plinth-from-environment.js'
import { printJson, printLines } from './print.js'

/** `plinth migrate`: brings the schema up to date and tells what was done. */
export async function migrate({ json }: { json?: boolean }): Promise<void> {
  // It signs nothing, so whoever only migrates need not be trusted with the key that the replicas share.
  const key = throwawayKey(readEnvironment(process.env, standardPlugins))
  const migrations = await plinthFromEnvironment(key).migrate()
  if (json) printJson({ migrations })
  else printLines(inWords(migrations))
}

function inWords(migrations: readonly string[]): string[] {
  if (migrations.length === 0) return ['The schema is up to date.']
  const lines = migrations.map((name) => `made ${name}`)
  return [...lines, `The schema is up to date; ${migrations.length} migrations made.`]
}

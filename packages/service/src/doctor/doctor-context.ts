import { dirname, resolve } from 'node:path'
import type { Database, KernelSettings, SettingValues } from '@plinth/kernel'
import {
  databaseFileOf,
  databaseUrlOf,
  kernelSettingsSchema,
  openForReading,
  UnreachableDatabase,
} from '@plinth/kernel/composition'
import { withoutSecrets } from '@plinth/kernel/tools'
import { type Environment, examineEnvironment, secretFiles, unknownVariables } from '../environment/read-environment.js'
import { standardPlugins } from '../standard-plugins.js'

/** What the checks look at, as far as it is known. */
export interface Surroundings {
  /** What is wrong with the settings, a sentence each. */
  readonly problems: readonly string[]
  readonly unknownVariables: readonly string[]
  /** The files that secrets are given as, by variable. */
  readonly secretFiles: ReadonlyMap<string, string>
  /** The settings that are good, with defaults for the others. */
  readonly settings: KernelSettings & SettingValues
  /** Whether a setting is wrong, so that nothing can be said of what it names. */
  isWrong(setting: string): boolean
  /** Of a SQLite database that is a file. */
  readonly databaseFile: string | undefined
  readonly databaseUrl: string
  /** Open for looking only, or why not; `undefined` for one in memory, or of a URL that is wrong. */
  readonly database: Database | UnreachableDatabase | undefined
}

/** Looks around, hands what there is to `use`, and closes what was opened. */
export async function withSurroundings<T>(
  environment: Environment,
  use: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const { values, problems, wrong } = examineEnvironment(environment, standardPlugins)
  const settings = { ...kernelSettingsSchema.getDefault(), ...values } as KernelSettings & SettingValues
  const databaseUrl = databaseUrlOf(settings)
  const isKnown = !wrong.has('databaseUrl') && databaseUrl !== 'sqlite::memory:'
  const database = isKnown ? await opened(databaseUrl) : undefined
  const databaseFile = isKnown ? databaseFileOf(settings) : undefined
  try {
    return await use({
      problems,
      unknownVariables: unknownVariables(environment, standardPlugins),
      secretFiles: secretFiles(environment, standardPlugins),
      settings,
      isWrong: (setting) => wrong.has(setting),
      databaseFile,
      databaseUrl,
      database,
    })
  } finally {
    if (database && !(database instanceof UnreachableDatabase)) await database.close()
  }
}

function opened(url: string): Promise<Database | UnreachableDatabase> {
  return openForReading(url).catch((error) => {
    if (error instanceof UnreachableDatabase) return error
    return new UnreachableDatabase('other', withoutSecrets(error).code)
  })
}

/** The folders that Plinth writes to. */
export function foldersOf({ settings, databaseFile }: Surroundings): string[] {
  const { dataDir, logDir } = settings
  const folders = [dataDir, ...(databaseFile ? [dirname(databaseFile)] : []), ...(logDir ? [logDir] : [])]
  return [...new Map(folders.map((folder) => [resolve(folder), folder])).values()]
}

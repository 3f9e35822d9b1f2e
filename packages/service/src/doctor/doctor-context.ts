import { dirname, resolve } from 'node:path'
import type { Database, KernelSettings, SettingValues } from '@plinth/kernel'
import {
  DatabaseNotOpened,
  databaseFileOf,
  databaseUrlOf,
  kernelSettingsSchema,
  openForReading,
} from '@plinth/kernel/composition'
import { withoutSecrets } from '@plinth/kernel/tools'
import {
  type Environment,
  secretFiles,
  unknownVariables,
  validateEnvironment,
} from '../environment/read-environment.js'
import { standardPlugins } from '../standard-plugins.js'

/** The input of the checks. */
export interface DoctorContext {
  /** Problems of the settings, one sentence each. */
  readonly problems: readonly string[]
  readonly unknownVariables: readonly string[]
  /** Whether any variable of Plinth is set. */
  readonly hasVariables: boolean
  /** The files with secrets, keyed by variable. */
  readonly secretFiles: ReadonlyMap<string, string>
  /** The valid settings, and the defaults of the kernel's other settings. */
  readonly settings: KernelSettings & SettingValues
  /** Returns whether a setting is invalid. Checks that depend on it are then skipped. */
  isInvalid(setting: string): boolean
  /** The path of the SQLite file, if any. */
  readonly databaseFile: string | undefined
  readonly databaseUrl: string
  /** The read-only database, or the error of opening it; `undefined` if it is in memory or its URL is invalid. */
  readonly database: Database | DatabaseNotOpened | undefined
}

/** Creates the context of the checks, passes it to `use`, and closes the database afterwards. */
export async function withDoctorContext<T>(
  environment: Environment,
  use: (context: DoctorContext) => Promise<T>,
): Promise<T> {
  const { values, problems, invalid } = validateEnvironment(environment, standardPlugins)
  const settings = { ...kernelSettingsSchema.getDefault(), ...values } as KernelSettings & SettingValues
  const databaseUrl = databaseUrlOf(settings)
  const isKnown = !invalid.has('databaseUrl') && databaseUrl !== 'sqlite::memory:'
  const database = isKnown ? await tryOpen(databaseUrl) : undefined
  const databaseFile = isKnown ? databaseFileOf(settings) : undefined
  try {
    return await use({
      problems,
      unknownVariables: unknownVariables(environment, standardPlugins),
      hasVariables: Object.keys(environment).some((name) => name.startsWith('PLINTH_')),
      secretFiles: secretFiles(environment, standardPlugins),
      settings,
      isInvalid: (setting) => invalid.has(setting),
      databaseFile,
      databaseUrl,
      database,
    })
  } finally {
    if (database && !(database instanceof DatabaseNotOpened)) await database.close()
  }
}

function tryOpen(url: string): Promise<Database | DatabaseNotOpened> {
  return openForReading(url).catch((error) => {
    if (error instanceof DatabaseNotOpened) return error
    return new DatabaseNotOpened('other', withoutSecrets(error).code)
  })
}

/** Returns the folders that Plinth writes to. */
export function foldersOf({ settings, databaseFile }: DoctorContext): string[] {
  const { dataDir, logDir } = settings
  const folders = [dataDir, ...(databaseFile ? [dirname(databaseFile)] : []), ...(logDir ? [logDir] : [])]
  return [...new Map(folders.map((folder) => [resolve(folder), folder])).values()]
}

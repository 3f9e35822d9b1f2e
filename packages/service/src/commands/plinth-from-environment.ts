import type { Kernel, SettingValues } from '@plinth/kernel'
import { bcryptConcurrencyFor } from '@plinth/users'
import { createPlinth, type PlinthOptions } from '../create-plinth.js'
import { readEnvironment } from '../environment/read-environment.js'
import { variableOf } from '../environment/variable-of.js'
import type { PlinthSettings } from '../plinth-settings.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'

/** Creates a Plinth instance. The settings of the environment override `options`, and `overrides` override both. */
export function plinthFromEnvironment(
  options: Pick<
    PlinthOptions,
    'writeLog' | 'announce' | 'secretKey' | 'pendingMigrations' | 'copiedFile' | 'missingKey'
  > = {},
  overrides: PlinthSettings = {},
): Kernel<StandardServices> {
  const settings = { ...concurrency(process.env.UV_THREADPOOL_SIZE), ...readEnvironment(process.env, standardPlugins) }
  return createPlinth({ ...options, ...settings, ...overrides, nameOfSetting: variableOf })
}

/** Returns the default of `bcryptConcurrency` for the pool size in `UV_THREADPOOL_SIZE`, if that is set. */
function concurrency(threads: string | undefined): SettingValues {
  if (!threads || !/^\d+$/.test(threads)) return {}
  return { bcryptConcurrency: bcryptConcurrencyFor(Number(threads)) }
}

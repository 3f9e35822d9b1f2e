import { availableParallelism } from 'node:os'
import type { Kernel, SettingValues } from '@plinth/kernel'
import { createPlinth, type PlinthOptions } from '../create-plinth.js'
import { readEnvironment } from '../environment/read-environment.js'
import { variableOf } from '../environment/variable-of.js'
import type { PlinthSettings } from '../plinth-settings.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'

/** Number of libuv threads reserved for files, DNS and SQLite. */
const RESERVED_THREADS = 2

/** Creates a Plinth instance. The settings of the environment override `options`, and `overrides` override both. */
export function plinthFromEnvironment(
  options: Pick<PlinthOptions, 'writeLog' | 'announce' | 'secretKey' | 'schema' | 'copiedFile' | 'missingKey'> = {},
  overrides: PlinthSettings = {},
): Kernel<StandardServices> {
  const settings = { ...concurrency(process.env.UV_THREADPOOL_SIZE), ...readEnvironment(process.env, standardPlugins) }
  return createPlinth({ ...options, ...settings, ...overrides, nameOfSetting: variableOf })
}

/** If `UV_THREADPOOL_SIZE` is set, bcrypt gets all but `RESERVED_THREADS` of the threads. */
function concurrency(threads: string | undefined): SettingValues {
  if (!threads || !/^\d+$/.test(threads)) return {}
  return { bcryptConcurrency: Math.max(1, Math.min(availableParallelism(), Number(threads) - RESERVED_THREADS)) }
}

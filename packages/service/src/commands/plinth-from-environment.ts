import { availableParallelism } from 'node:os'
import type { Kernel, SettingValues } from '@plinth/kernel'
import { createPlinth, type PlinthOptions } from '../create-plinth.js'
import { readEnvironment } from '../environment/read-environment.js'
import { variableOf } from '../environment/setting-names.js'
import type { PlinthSettings } from '../plinth-settings.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'

/** Threads of libuv that are left for files, DNS and SQLite. */
const THREADS_LEFT = 2

/** A Plinth with the settings of the environment, which override `options` and are overridden by `instead`. */
export function plinthFromEnvironment(
  options: Pick<PlinthOptions, 'writeLog' | 'announce' | 'secretKey' | 'schema' | 'copied'> = {},
  instead: PlinthSettings = {},
): Kernel<StandardServices> {
  const settings = { ...concurrency(process.env.UV_THREADPOOL_SIZE), ...readEnvironment(process.env, standardPlugins) }
  return createPlinth({ ...options, ...settings, ...instead, nameOfSetting: variableOf })
}

/** If libuv has a number of threads other than its four, bcrypt gets all but `THREADS_LEFT` of them. */
function concurrency(threads: string | undefined): SettingValues {
  if (!threads || !/^\d+$/.test(threads)) return {}
  return { bcryptConcurrency: Math.max(1, Math.min(availableParallelism(), Number(threads) - THREADS_LEFT)) }
}

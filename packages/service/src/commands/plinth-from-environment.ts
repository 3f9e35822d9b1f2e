import type { Kernel } from '@plinth/kernel'
import { createPlinth, type PlinthOptions } from '../create-plinth.js'
import { readEnvironment } from '../environment/read-environment.js'
import { variableOf } from '../environment/setting-names.js'
import { type StandardServices, standardPlugins } from '../standard-plugins.js'

/** The Plinth that the environment describes. */
export function plinthFromEnvironment(
  options: Pick<PlinthOptions, 'writeLog' | 'announce'> = {},
): Kernel<StandardServices> {
  return createPlinth({ ...options, ...readEnvironment(process.env, standardPlugins), nameOfSetting: variableOf })
}

import type { Check } from './check.js'
import { clock } from './clock.js'
import { database } from './database.js'
import { disk } from './disk.js'
import { folders } from './folders.js'
import { nodeVersion } from './node-version.js'
import { metricsPort, port } from './port.js'
import { privateFiles } from './private-files.js'
import { schema } from './schema.js'
import { service } from './service.js'
import { settings } from './settings.js'
import { signingKey } from './signing-key.js'

/** Everything that `plinth doctor` looks at, in the order in which it is told: causes before what follows from them. */
export const checks: readonly Check[] = [
  nodeVersion,
  settings,
  folders,
  privateFiles,
  signingKey,
  database,
  schema,
  disk,
  clock,
  service,
  port,
  metricsPort,
]

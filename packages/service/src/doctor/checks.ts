import { backup } from './backup.js'
import type { Check } from './check.js'
import { clock } from './clock.js'
import { database } from './database.js'
import { disk } from './disk.js'
import { folders } from './folders.js'
import { nodeVersion } from './node-version.js'
import { metricsPort, port } from './port.js'
import { privateFiles } from './private-files.js'
import { schema } from './schema.js'
import { secondFactors } from './second-factors.js'
import { service } from './service.js'
import { settings } from './settings.js'
import { signingKey } from './signing-key.js'
import { snapshots } from './snapshots.js'

/** All checks of `plinth doctor`, in the order of output: causes before consequences. */
export const checks: readonly Check[] = [
  nodeVersion,
  settings,
  folders,
  privateFiles,
  signingKey,
  database,
  schema,
  secondFactors,
  snapshots,
  backup,
  disk,
  clock,
  service,
  port,
  metricsPort,
]

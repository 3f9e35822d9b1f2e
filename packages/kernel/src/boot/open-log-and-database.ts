import { accessSync, constants, readdirSync } from 'node:fs'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { KernelOptions } from '../kernel.js'
import { HostLog } from '../logging/host-log.js'
import { logLevelOf } from '../logging/levels.js'
import { Log } from '../logging/log.js'
import { databaseUrlOf } from '../settings/database-location.js'
import type { KernelSettings } from '../settings/kernel-settings.js'
import type { Database } from '../storage/database.js'
import { makeFolder } from '../storage/make-folder.js'

/** Opens the log of a kernel: the host's logger, or bunyan with the file of the settings. */
export function openLog({ logger, writeLog }: KernelOptions, settings: KernelSettings): Log | HostLog {
  const { logDir, logLevel, loggerPeriod: period, logMaxBytes: maxBytes, logBackupCount: backupCount } = settings
  const initialSettings = { level: logLevelOf(logLevel), period, maxBytes, backupCount }
  if (logger) return new HostLog(logger, initialSettings)
  if (logDir !== undefined) refuseUnwritable(logDir)
  return new Log({
    settings: initialSettings,
    ...(writeLog && { write: writeLog }),
    ...(logDir !== undefined && { folder: logDir }),
  })
}

function refuseUnwritable(folder: string): void {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    readdirSync(folder)
  } catch (error) {
    throw new StartupError(
      `The folder ${folder} for the log cannot be written (${withoutSecrets(error).code ?? 'no code'}). ` +
        'Make it writable for the user that runs Plinth, or choose another one (PLINTH_LOG_DIR, or the option logDir).',
    )
  }
}

/** Opens the database of a kernel: the host's Knex, or the database of the settings. */
export async function openKernelDatabase({ knex }: KernelOptions, settings: KernelSettings): Promise<Database> {
  // Imported here, because it loads Knex, which is half of the code that a kernel loads.
  const { adoptDatabase, openDatabase } = await import('../storage/open-database.js')
  return knex ? adoptDatabase(knex) : openDatabase(databaseUrlOf(settings), { maxConnections: settings.databasePool })
}

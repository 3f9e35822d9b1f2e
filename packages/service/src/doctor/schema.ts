import { type Database, StartupError } from '@plinth/kernel'
import { DatabaseNotOpened, missingTables, schemaState, serverCapabilities } from '@plinth/kernel/composition'
import { standardMigrations } from '../standard-plugins.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'

export const schema: Check = {
  name: 'schema',
  async diagnose({ database }) {
    if (database === undefined || database instanceof DatabaseNotOpened) return []
    const { pending, unknown } = await schemaState(database, standardMigrations)
    const migrationCount = standardMigrations.flatMap(({ migrations }) => migrations).length
    if (pending.length > 0 && (await serverCapabilities(database))?.mayCreate === false) return [mayNotCreate]
    if (pending.length === migrationCount) return [ok('there is none yet; the first start creates it')]
    const findings = [...newerFindings(unknown), ...pendingFindings(pending)]
    if (findings.length > 0) return findings
    const missing = await droppedTables(database)
    return missing.length > 0 ? [droppedFinding(missing)] : [ok('up to date')]
  },
}

const mayNotCreate = fail(
  'tables must be created, but the user in PLINTH_DATABASE_URL may not do that',
  'make that user the owner: ALTER DATABASE … OWNER TO …; or, in that database, run GRANT CREATE ON SCHEMA public TO …',
)

/**
 * Returns the tables that somebody has dropped. Returns none without the driver of SQLite, which is needed to find out
 * the tables of the migrations, but not by a service on PostgreSQL.
 */
function droppedTables(database: Database): Promise<string[]> {
  return missingTables(database, standardMigrations).catch((error) => {
    if (error instanceof StartupError) return []
    throw error
  })
}

const droppedFinding = (tables: readonly string[]) =>
  fail(
    `${tables.join(', ')} ${tables.length === 1 ? 'is' : 'are'} missing, although a migration has created ${tables.length === 1 ? 'it' : 'them'}`,
    'restore a backup',
  )

function newerFindings(unknown: readonly string[]): Finding[] {
  if (unknown.length === 0) return []
  const remedy = 'run that version again, or restore a backup from before the upgrade'
  return [fail(`a newer version has applied ${unknown.join(', ')}`, remedy)]
}

function pendingFindings(pending: readonly string[]): Finding[] {
  if (pending.length === 0) return []
  const finding = `${pending.length} migrations are pending: ${pending.join(', ')}`
  return [warn(finding, 'make a backup; then run plinth migrate, or start the service')]
}

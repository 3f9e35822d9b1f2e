import type { Database, Knex, LogLevel, LogSettings } from '@plinth/kernel'

/** The settings to save; null removes a saved one. */
export type SavedChanges = { readonly [Name in keyof LogSettings]?: LogSettings[Name] | null }

/** The settings that were saved, and until when debug is on. */
export interface SavedSettings {
  readonly settings: Partial<LogSettings>
  /** In ms; `undefined` while debug is off. */
  readonly debugUntil: number | undefined
}

/** Stores the saved settings, in one row. */
export class LoggingSettingsStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Returns only the settings that were saved. */
  load(): Promise<SavedSettings> {
    return this.#database.read(async (knex) => {
      const row = await knex('plinth_logging_settings').where({ id: 1 }).first()
      const debugUntil = row?.debug_until == null ? undefined : Number(row.debug_until)
      return { settings: row ? toSettings(row) : {}, debugUntil }
    })
  }

  /** Saves the given settings in one statement, and removes those that are null; the others are unchanged. */
  async save(transaction: Knex.Transaction, { level, period, maxBytes, backupCount }: SavedChanges): Promise<void> {
    const defined = Object.entries({ level, period, max_bytes: maxBytes, backup_count: backupCount }).filter(
      ([, value]) => value !== undefined,
    )
    if (defined.length === 0) return
    const values = Object.fromEntries(defined)
    await transaction('plinth_logging_settings')
      .insert({ id: 1, ...values })
      .onConflict('id')
      .merge(values)
  }

  async startDebug(transaction: Knex.Transaction, until: number): Promise<void> {
    await transaction('plinth_logging_settings')
      .insert({ id: 1, debug_until: until })
      .onConflict('id')
      .merge(['debug_until'])
  }

  /** Ends debug; with `until`, only if debug was to end exactly then. Returns whether it was on. */
  async endDebug(transaction: Knex.Transaction, until?: number): Promise<boolean> {
    const debug = transaction('plinth_logging_settings').where({ id: 1 }).whereNotNull('debug_until')
    if (until !== undefined) debug.where({ debug_until: until })
    return (await debug.update({ debug_until: null })) > 0
  }
}

function toSettings(row: Record<string, number | string | null>): Partial<LogSettings> {
  return {
    ...(row.level != null && { level: Number(row.level) as LogLevel }),
    ...(row.period != null && { period: Number(row.period) }),
    ...(row.max_bytes != null && { maxBytes: Number(row.max_bytes) }),
    ...(row.backup_count != null && { backupCount: Number(row.backup_count) }),
  }
}

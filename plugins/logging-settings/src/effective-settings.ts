import type { LogLevel, LogSettings } from '@plinth/kernel'
import type { SavedSettings } from './logging-settings-store.js'

/** The level while debug is on. */
const DEBUG: LogLevel = 10

/** Where the value of a setting comes from; a default is `configured`, too. */
export type Source = 'temporary' | 'saved' | 'configured'

/** The settings that apply at a time, and where each comes from. */
export interface EffectiveSettings {
  readonly settings: LogSettings
  readonly sources: Readonly<Record<keyof LogSettings, Source>>
  /** Time in ms at which debug ends; `undefined` while it is off. */
  readonly debugUntil: number | undefined
}

/** Combines the configured settings, the saved ones, and debug. Debug never hides lines that would be written. */
export function effectiveSettings(configured: LogSettings, saved: SavedSettings, now: number): EffectiveSettings {
  const settings = { ...configured, ...saved.settings }
  const isDebug = saved.debugUntil !== undefined && saved.debugUntil > now
  const sourceOf = (name: keyof LogSettings): Source => (saved.settings[name] === undefined ? 'configured' : 'saved')
  return {
    settings: isDebug && settings.level > DEBUG ? { ...settings, level: DEBUG } : settings,
    sources: {
      level: isDebug ? 'temporary' : sourceOf('level'),
      period: sourceOf('period'),
      maxBytes: sourceOf('maxBytes'),
      backupCount: sourceOf('backupCount'),
    },
    debugUntil: isDebug ? saved.debugUntil : undefined,
  }
}

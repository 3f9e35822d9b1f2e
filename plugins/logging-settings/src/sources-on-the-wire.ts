import type { LogSettings } from '@plinth/kernel'
import { described, isoTime } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import type { EffectiveSettings } from './effective-settings.js'
import { NAMES_BY_WIRE_NAME, settingsToWire } from './settings-on-the-wire.js'

const SOURCES = ['temporary', 'saved', 'configured', 'default'] as const

type WireName = keyof typeof NAMES_BY_WIRE_NAME

/** The setting of the kernel that configures each of the four. */
const CONFIGURED_BY: Readonly<Record<WireName, string>> = {
  logger_period: 'loggerPeriod',
  log_max_bytes: 'logMaxBytes',
  log_backup_count: 'logBackupCount',
  log_level: 'logLevel',
}
const NAMES = Object.keys(NAMES_BY_WIRE_NAME) as readonly WireName[]

/** One setting, and where its value comes from. */
export const settingSourceShape = object({
  name: described(
    string()
      .oneOf([...NAMES])
      .required(),
    'The setting.',
    'log_level',
  ),
  value: described(number().required(), 'The value that applies now.', 10),
  source: described(
    string()
      .oneOf([...SOURCES])
      .required(),
    'Where it comes from: `temporary` is debug for a while, `saved` was saved over REST or with the CLI, `configured` was set by the operator (PLINTH_…), `default` is the default of Plinth.',
    'temporary',
  ),
  configured: described(number().required(), 'The value that applies if none is saved.', 20),
  until: described(
    string(),
    'When a `temporary` value ends by itself: ISO 8601, UTC. Only for such a value.',
    '2026-11-21T08:15:00.000Z',
  ),
}).meta({ id: 'SettingSource', description: 'A logging setting, and where its value comes from.' })

/** Converts the settings to a list by their names in the REST API. */
export function sourcesToWire(
  { settings, sources, debugUntil }: EffectiveSettings,
  configured: LogSettings,
  configuredSettings: ReadonlySet<string>,
) {
  const [values, configuredValues] = [settingsToWire(settings), settingsToWire(configured)]
  return NAMES.map((name) => {
    const source = sources[NAMES_BY_WIRE_NAME[name]]
    const isDefault = source === 'configured' && !configuredSettings.has(CONFIGURED_BY[name])
    return {
      name,
      value: values[name],
      source: isDefault ? 'default' : source,
      configured: configuredValues[name],
      ...(source === 'temporary' && debugUntil !== undefined && { until: isoTime(debugUntil) }),
    } as const
  })
}

import { LOG_LEVELS, LOG_LEVELS_IN_WORDS, type LogLevel, type LogSettings } from '@plinth/kernel'
import { NUMERIC_LOG_SETTINGS, type NumericLogSetting } from '@plinth/kernel/tools'
import { type InferType, mixed, number, object } from 'yup'

const PERIOD_PROBLEM = `Logger period must be >= ${NUMERIC_LOG_SETTINGS.period.minimum.toFixed(1)}`
/** Message for a number that JSON can express but a double cannot hold: `JSON.parse` returns infinity. */
const SIZE_PROBLEM = `Numbers must be <= ${Number.MAX_VALUE}`
const PAIR_PROBLEM = 'Both log_max_bytes and log_backup_count must be provided together'

const shapeOf = ({ minimum, isWhole, initial, description }: NumericLogSetting) =>
  (isWhole ? number().integer() : number()).min(minimum).meta({ description, examples: [initial] })

const rules = {
  logger_period: shapeOf(NUMERIC_LOG_SETTINGS.period),
  log_max_bytes: shapeOf(NUMERIC_LOG_SETTINGS.maxBytes),
  log_backup_count: shapeOf(NUMERIC_LOG_SETTINGS.backupCount),
  log_level: mixed<LogLevel>()
    .oneOf(LOG_LEVELS)
    .meta({
      type: 'integer',
      description: `Lines below this level are not written: ${LOG_LEVELS_IN_WORDS}.`,
      examples: [20],
    }),
}

/** The body that changes the logger period only. */
export const periodShape = object({ logger_period: rules.logger_period.required() })

/** The four settings, each optional. */
export const changesShape = object(rules).meta({
  id: 'SettingsChange',
  description:
    'Logging settings to change; an omitted one stays as it is. `log_max_bytes` and `log_backup_count` must be given together.',
})

/** The four settings, each required. */
export const settingsShape = object({
  logger_period: rules.logger_period.required(),
  log_max_bytes: rules.log_max_bytes.required(),
  log_backup_count: rules.log_backup_count.required(),
  log_level: rules.log_level.required(),
}).meta({ id: 'Settings', description: 'The current logging settings.' })

type Body = Readonly<Record<string, unknown>>
const isGiven = (body: Body, name: string) => body[name] !== undefined
const isAllowed = (value: unknown, { isWhole, minimum }: NumericLogSetting) =>
  (isWhole ? Number.isInteger(value) : Number.isFinite(value)) && Number(value) >= minimum
const isTooLarge = (body: Body) => Object.values(body).includes(Number.POSITIVE_INFINITY)

function wholeNumberCheck(
  name: string,
  rule: NumericLogSetting,
): [isInvalid: (body: Body) => boolean, message: string] {
  const isInvalid = (body: Body) => isGiven(body, name) && !isAllowed(body[name], rule)
  return [isInvalid, `${name} must be an integer >= ${rule.minimum}`]
}

/** The checks of an update; the first that fails is reported. */
const CHECKS: readonly [isInvalid: (body: Body) => boolean, message: string][] = [
  [isTooLarge, SIZE_PROBLEM],
  [
    (body) => isGiven(body, 'logger_period') && !isAllowed(body.logger_period, NUMERIC_LOG_SETTINGS.period),
    PERIOD_PROBLEM,
  ],
  [(body) => isGiven(body, 'log_max_bytes') !== isGiven(body, 'log_backup_count'), PAIR_PROBLEM],
  wholeNumberCheck('log_max_bytes', NUMERIC_LOG_SETTINGS.maxBytes),
  wholeNumberCheck('log_backup_count', NUMERIC_LOG_SETTINGS.backupCount),
  [
    (body) => isGiven(body, 'log_level') && !LOG_LEVELS.includes(body.log_level as LogLevel),
    `log_level must be one of ${LOG_LEVELS_IN_WORDS}`,
  ],
]

/** Every message for an invalid update. */
export const CHANGES_PROBLEMS: readonly string[] = [
  ...CHECKS.map(([, message]) => message),
  unknownFieldMessage(Object.keys(rules)),
]

/** Every message for an invalid period. */
export const PERIOD_PROBLEMS: readonly string[] = [PERIOD_PROBLEM, SIZE_PROBLEM, unknownFieldMessage(['logger_period'])]

/** Returns the message for an invalid update, or `undefined` for a valid one. */
export function changesProblem(body: Readonly<Record<string, unknown>>): string | undefined {
  return CHECKS.find(([isInvalid]) => isInvalid(body))?.[1] ?? unknownField(body, Object.keys(rules))
}

/** Returns the message for an invalid period, or `undefined` for a valid one. */
export function periodProblem(body: Body): string | undefined {
  if (isTooLarge(body)) return SIZE_PROBLEM
  return isAllowed(body.logger_period, NUMERIC_LOG_SETTINGS.period)
    ? unknownField(body, ['logger_period'])
    : PERIOD_PROBLEM
}

function unknownField(body: Body, known: readonly string[]): string | undefined {
  return Object.keys(body).every((name) => known.includes(name)) ? undefined : unknownFieldMessage(known)
}

function unknownFieldMessage(known: readonly string[]): string {
  return `Only ${known.join(', ')} can be set`
}

/** Converts an update from the names of the REST API. */
export function settingsFromWire(body: InferType<typeof changesShape>): Partial<LogSettings> {
  return {
    ...(body.log_level !== undefined && { level: body.log_level }),
    ...(body.logger_period !== undefined && { period: body.logger_period }),
    ...(body.log_max_bytes !== undefined && { maxBytes: body.log_max_bytes }),
    ...(body.log_backup_count !== undefined && { backupCount: body.log_backup_count }),
  }
}

/** Converts names of settings from those of the REST API. */
export function namesFromWire(names: readonly (keyof InferType<typeof settingsShape>)[]): (keyof LogSettings)[] {
  return names.map((name) => NAMES_BY_WIRE_NAME[name])
}

/** The name of each setting in the code, by its name in the REST API. */
export const NAMES_BY_WIRE_NAME = {
  log_level: 'level',
  logger_period: 'period',
  log_max_bytes: 'maxBytes',
  log_backup_count: 'backupCount',
} as const

/** Converts the settings to the names of the REST API. */
export function settingsToWire({ level, period, maxBytes, backupCount }: LogSettings) {
  return { logger_period: period, log_max_bytes: maxBytes, log_backup_count: backupCount, log_level: level }
}

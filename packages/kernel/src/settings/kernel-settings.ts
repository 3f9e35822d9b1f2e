import { array, type InferType, mixed, number, object, string } from 'yup'
import { areTrustable } from '../http/client-address.js'
import { LOG_LEVELS_IN_WORDS, type LogLevel, type LogLevelName, logLevelOf } from '../logging/levels.js'
import { LOG_SETTING_MINIMUMS } from '../logging/log-settings.js'
import { ADMIN } from '../security/role.js'
import { DATA_DIR } from './database-place.js'

const LOG_FORMATS: readonly LogFormat[] = ['json', 'text']

/** How lines of the log are written: a line of JSON each, for programs, or text, for people. */
export type LogFormat = 'json' | 'text'

const wholeNumber = () => number().integer('must be a whole number.')
const isTimeZone = (name: string | undefined) => {
  try {
    return name === undefined || Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** What is no text is told as that. */
const isOrigin = (text: unknown) => typeof text !== 'string' || (URL.canParse(text) && new URL(text).origin === text)

/** In a URL that is read as it is meant, no "@" comes after the host: else a part of the password is taken for the host. */
const ONE_AUTHORITY = /^(?!postgres)|^postgres(ql)?:\/\/[^/?#]*([/?#][^@]*)?$/

/** Settings of the kernel itself. Durations are seconds, sizes bytes. Names are those of the environment in camel case. */
export const kernelSettingsSchema = object({
  host: string().min(1, 'must not be empty.').default('127.0.0.1'),
  port: wholeNumber().min(0, 'must be 0 to 65535.').max(65_535, 'must be 0 to 65535.').default(8050),
  dataDir: string().min(1, 'must not be empty.').default(DATA_DIR),
  databaseUrl: string()
    .matches(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must start with "sqlite:" or "postgres://".')
    .matches(
      ONE_AUTHORITY,
      'must have the special characters of its password as percent codes: "@" as %40, "/" as %2F, "#" as %23, "?" as %3F.',
    )
    .meta({ secret: true }),
  settingsMaxLevel: wholeNumber().min(0, 'must be 0 or more.').default(ADMIN),
  jsonLimit: wholeNumber().min(1_024, 'must be at least 1024.').default(102_400),
  importLimit: wholeNumber().min(1_024, 'must be at least 1024.').default(1_073_741_824),
  /** Connections at a time; those beyond are closed at once. */
  connectionLimit: wholeNumber().min(1, 'must be at least 1.').default(2_000),
  trustedProxies: array(string().defined())
    .test('proxies', 'must be addresses or ranges such as "10.0.0.0/8", or "loopback".', (list = []) =>
      areTrustable(list),
    )
    .default([]),
  corsOrigins: array(string().defined())
    .test('origins', 'must be origins such as "https://plant.example", without a path.', (list = []) =>
      list.every(isOrigin),
    )
    .default([]),
  /** Without one, the machine's: it is looked up when it is needed, since that takes a tenth of a start. */
  timezone: string().test('time-zone', 'must be an IANA time zone such as "Europe/Berlin".', isTimeZone),
  /**
   * How Plinth writes the log where it does so itself: a service on stdout, a host without `writeLog` on stderr. Without one `text` on a
   * terminal, else `json`. The log file is always JSON.
   */
  logFormat: mixed<LogFormat>().oneOf(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(', ')}.`),
  logDir: string().min(1, 'must not be empty.'),
  logLevel: mixed<LogLevel | LogLevelName>()
    .test('log-level', `must be one of ${LOG_LEVELS_IN_WORDS}.`, (level) => logLevelOf(level) !== undefined)
    .default(20),
  loggerPeriod: number().min(LOG_SETTING_MINIMUMS.period, 'must be at least 1.0 seconds.').default(10),
  logMaxBytes: wholeNumber().min(LOG_SETTING_MINIMUMS.maxBytes, 'must be at least 1024.').default(10_485_760),
  logBackupCount: wholeNumber().min(LOG_SETTING_MINIMUMS.backupCount, 'must be at least 1.').default(3),
}).label('settings')

/** The checked settings of the kernel. Durations are seconds, sizes bytes; the README lists them with their defaults. */
export type KernelSettings = Readonly<InferType<typeof kernelSettingsSchema>>

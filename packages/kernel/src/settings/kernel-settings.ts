import { array, type InferType, mixed, number, object, string } from 'yup'
import { areValidProxies } from '../http/edge/client-address.js'
import { LOG_LEVELS_IN_WORDS, type LogLevel, type LogLevelName, logLevelOf } from '../logging/levels.js'
import { NUMERIC_LOG_SETTINGS, type NumericLogSetting } from '../logging/log-settings.js'
import { ADMIN } from '../security/role.js'
import { ENCODED_PASSWORD, PASSWORD_NOT_ENCODED } from '../storage/postgres/server/server-urls.js'
import { DATA_DIR } from './database-location.js'

const LOG_FORMATS: readonly LogFormat[] = ['json', 'text']

/** Format of log lines: JSON for programs, or text for people. */
export type LogFormat = 'json' | 'text'

const wholeNumber = () => number().integer('must be a whole number.')
const isTimeZone = (name: string | undefined) => {
  try {
    return name === undefined || Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Accepts values of other types, for which yup has its own error. */
const isOrigin = (text: unknown) => typeof text !== 'string' || (URL.canParse(text) && new URL(text).origin === text)

/** Part of the description of settings that can be changed at run time. */
const CAN_BE_OVERRIDDEN = 'A value saved over REST overrides it.'

const logNumber = ({ minimum, isWhole, initial, description }: NumericLogSetting) =>
  (isWhole ? wholeNumber() : number())
    .min(minimum, `must be at least ${isWhole ? minimum : `${minimum.toFixed(1)} seconds`}.`)
    .default(initial)
    .meta({ description: `${description} ${CAN_BE_OVERRIDDEN}` })

/**
 * Settings of the kernel itself. Durations are seconds, sizes bytes. Names are those of the environment in camel case.
 */
export const kernelSettingsSchema = object({
  host: string()
    .min(1, 'must not be empty.')
    .default('127.0.0.1')
    .meta({ description: 'The address that the service listens on.' }),
  port: wholeNumber()
    .min(0, 'must be 0 to 65535.')
    .max(65_535, 'must be 0 to 65535.')
    .default(8050)
    .meta({ description: 'The TCP port that the service listens on; with 0 the system chooses a free one.' }),
  dataDir: string().min(1, 'must not be empty.').default(DATA_DIR).meta({
    description: 'The folder for the SQLite file, the generated signing key, and temporary files of uploads.',
  }),
  databaseUrl: string()
    .matches(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must start with "sqlite:" or "postgres://".')
    .matches(/^(?!sqlite:\/\/[^/])/, 'must be "sqlite:<file>", without slashes before a relative path.')
    .matches(ENCODED_PASSWORD, PASSWORD_NOT_ENCODED)
    .meta({
      description:
        'The database: `sqlite:<file>`, or `postgres://…`, with several hosts if one takes over from another.',
      otherwise: '`plinth.db` in the data folder',
      secret: true,
    }),
  databasePool: wholeNumber().min(4, 'must be at least 4.').default(20).meta({
    description:
      'Maximum number of connections of a process to PostgreSQL; half of them are for transactions that write.',
  }),
  settingsMaxLevel: wholeNumber().min(0, 'must be 0 or more.').default(ADMIN).meta({
    description: 'The least privileged level that may read and change settings, export and import.',
  }),
  freshLoginOperations: array(string().defined()).default([]).meta({
    description:
      'Further operations of the REST API that need a fresh login of a user, such as `resetPassword,createToken`.',
  }),
  jsonLimit: wholeNumber()
    .min(1_024, 'must be at least 1024.')
    .default(102_400)
    .meta({ description: 'Maximum size of a JSON body, in bytes.' }),
  importLimit: wholeNumber()
    .min(1_024, 'must be at least 1024.')
    .default(1_073_741_824)
    .meta({ description: 'Maximum size of an upload, in bytes.' }),
  connectionLimit: wholeNumber().min(1, 'must be at least 1.').default(2_000).meta({
    description: 'Maximum number of open connections; any further connection is closed at once and logged.',
  }),
  callerRateLimit: wholeNumber().min(1, 'must be at least 1.').meta({
    description:
      'Maximum number of requests with a key per minute, for each user and each third-party token, in each process; beyond it they get 429 with `Retry-After`.',
    otherwise: 'no limit',
  }),
  trustedProxies: array(string().defined())
    .test('proxies', 'must be addresses or ranges such as "10.0.0.0/8", or "loopback".', (list = []) =>
      areValidProxies(list),
    )
    .default([])
    .meta({ description: 'Addresses or ranges of the proxies whose `X-Forwarded-For` is trusted.' }),
  corsOrigins: array(string().defined())
    .test('origins', 'must be origins such as "https://plant.example", without a path.', (list = []) =>
      list.every(isOrigin),
    )
    .default([])
    .meta({ description: 'Origins whose pages may call the API, such as `https://plant.example`.' }),
  // The machine's time zone is looked up when it is needed, because that takes a tenth of the startup time.
  timezone: string().test('time-zone', 'must be an IANA time zone such as "Europe/Berlin".', isTimeZone).meta({
    description: 'The IANA time zone of the local time in the login response.',
    otherwise: "the machine's",
  }),
  logFormat: mixed<LogFormat>()
    .oneOf(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(', ')}.`)
    .meta({
      description:
        'Format of the log on stdout, or on stderr if Plinth is embedded without `writeLog`. The log file is always JSON.',
      otherwise: '`text` on a terminal, else `json`',
    }),
  logDir: string().min(1, 'must not be empty.').meta({
    description: 'The folder for the rotating log file `plinth.log`; a service always logs to stdout, too.',
  }),
  logLevel: mixed<LogLevel | LogLevelName>()
    .test('log-level', `must be one of ${LOG_LEVELS_IN_WORDS}.`, (level) => logLevelOf(level) !== undefined)
    .default(20)
    .meta({
      description: `Log lines below this level are not written. ${CAN_BE_OVERRIDDEN}`,
      otherwise: '`info`',
      range: `number or name: ${LOG_LEVELS_IN_WORDS}`,
    }),
  loggerPeriod: logNumber(NUMERIC_LOG_SETTINGS.period),
  logMaxBytes: logNumber(NUMERIC_LOG_SETTINGS.maxBytes),
  logBackupCount: logNumber(NUMERIC_LOG_SETTINGS.backupCount),
}).label('settings')

/**
 * The checked settings of the kernel. Durations are seconds, sizes bytes; the README lists them with their defaults.
 */
export type KernelSettings = Readonly<InferType<typeof kernelSettingsSchema>>

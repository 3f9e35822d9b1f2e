// Generated from the schemas of the settings. Do not edit: `npm run generate -w @plinth/service` makes it anew.

import type { StandardSettings } from './standard-settings.js'

/** The settings of the environment in camel case, without its prefix: `PLINTH_SUDO_PASSWORD` is `sudoPassword`. */
export interface PlinthSettings {
  /**
   * The address that the service listens on.
   * @defaultValue `127.0.0.1`
   */
  readonly host?: StandardSettings['host']
  /**
   * The TCP port that the service listens on; 0 takes a free one.
   * @defaultValue `8050`
   */
  readonly port?: StandardSettings['port']
  /**
   * The folder of the SQLite file, of the generated signing key, and of uploads while they are read.
   * @defaultValue `./data`
   */
  readonly dataDir?: StandardSettings['dataDir']
  /**
   * The database: `sqlite:<file>`, or `postgres://…`.
   * @defaultValue `plinth.db` in the data folder
   */
  readonly databaseUrl?: StandardSettings['databaseUrl']
  /**
   * The least privileged level that may see and change settings, export and import.
   * @defaultValue `1`
   */
  readonly settingsMaxLevel?: StandardSettings['settingsMaxLevel']
  /**
   * Bytes of the largest JSON body.
   * @defaultValue `102400`
   */
  readonly jsonLimit?: StandardSettings['jsonLimit']
  /**
   * Bytes of the largest upload.
   * @defaultValue `1073741824`
   */
  readonly importLimit?: StandardSettings['importLimit']
  /**
   * How many connections there may be at a time; those beyond are closed at once, and the log says so.
   * @defaultValue `2000`
   */
  readonly connectionLimit?: StandardSettings['connectionLimit']
  /**
   * Addresses or ranges of proxies, whose `X-Forwarded-For` counts.
   * @defaultValue none
   */
  readonly trustedProxies?: StandardSettings['trustedProxies']
  /**
   * Origins whose pages may call, such as `https://plant.example`.
   * @defaultValue none
   */
  readonly corsOrigins?: StandardSettings['corsOrigins']
  /**
   * The IANA time zone of the local time in the answer of a login.
   * @defaultValue the machine's
   */
  readonly timezone?: StandardSettings['timezone']
  /**
   * How the log is written to stdout, or by a host without `writeLog` to stderr; the log file is always JSON.
   * @defaultValue `text` on a terminal, else `json`
   */
  readonly logFormat?: StandardSettings['logFormat']
  /**
   * The folder of the rotating `plinth.log`; the log of a service is on stdout in any case.
   * @defaultValue none
   */
  readonly logDir?: StandardSettings['logDir']
  /**
   * Log lines below this level are not written. A value saved over REST overrides it.
   * @defaultValue `info`
   */
  readonly logLevel?: StandardSettings['logLevel']
  /**
   * Seconds between two flushes of the log file. A value saved over REST overrides it.
   * @defaultValue `10`
   */
  readonly loggerPeriod?: StandardSettings['loggerPeriod']
  /**
   * Bytes after which the log file is rotated. A value saved over REST overrides it.
   * @defaultValue `10485760`
   */
  readonly logMaxBytes?: StandardSettings['logMaxBytes']
  /**
   * How many rotated files are kept. A value saved over REST overrides it.
   * @defaultValue `3`
   */
  readonly logBackupCount?: StandardSettings['logBackupCount']
  /**
   * The username of the first user, which is created in a new, empty database.
   * @defaultValue `sudo`
   */
  readonly sudoUsername?: StandardSettings['sudoUsername']
  /**
   * The initial password of the first user; ignored once that user exists.
   * @defaultValue random, and printed once
   */
  readonly sudoPassword?: StandardSettings['sudoPassword']
  /**
   * The most privileged level that anybody may sign up for without a key; `closed` for none.
   * @defaultValue `10`
   */
  readonly signupOpenLevel?: StandardSettings['signupOpenLevel']
  /**
   * Login attempts per minute and address. Also limits signups and account changes, per address, user and token; admins
   * are exempt.
   * @defaultValue `60`
   */
  readonly rateLimit?: StandardSettings['rateLimit']
  /**
   * The initial password of imported users, who must change it at their first login.
   * @defaultValue random for each import that has users, and shown once
   */
  readonly importDefaultPassword?: StandardSettings['importDefaultPassword']
  /**
   * Whether an import generates a password when none is configured; if not, imported users cannot log in until theirs
   * is reset.
   * @defaultValue `on`
   */
  readonly importRandomPassword?: StandardSettings['importRandomPassword']
  /**
   * Seconds for which a password that an import has generated is valid.
   * @defaultValue `604800`
   */
  readonly importPasswordLifetime?: StandardSettings['importPasswordLifetime']
  /**
   * The bcrypt cost factor; each increment doubles the time.
   * @defaultValue `12`
   */
  readonly bcryptCost?: StandardSettings['bcryptCost']
  /**
   * Maximum number of passwords hashed at a time.
   * @defaultValue libuv's threads − 2, at most the cores and at least 1
   */
  readonly bcryptConcurrency?: StandardSettings['bcryptConcurrency']
  /**
   * Maximum number of passwords that wait to be hashed; beyond it requests get 503 with `Retry-After`. New passwords
   * may use half of the queue.
   * @defaultValue `100`
   */
  readonly bcryptQueue?: StandardSettings['bcryptQueue']
  /**
   * Seconds without a request after which a session ends.
   * @defaultValue `43200`
   */
  readonly sessionIdle?: StandardSettings['sessionIdle']
  /**
   * Seconds after which a session ends in any case.
   * @defaultValue `2592000`
   */
  readonly sessionMax?: StandardSettings['sessionMax']
  /**
   * Maximum number of sessions per user; a further login ends the oldest.
   * @defaultValue `20`
   */
  readonly sessionsPerUser?: StandardSettings['sessionsPerUser']
  /**
   * How many consecutive wrong passwords lock an account for 1, 2, 4 … minutes.
   * @defaultValue `5`
   */
  readonly lockoutAttempts?: StandardSettings['lockoutAttempts']
  /**
   * Maximum seconds that an account is locked.
   * @defaultValue `900`
   */
  readonly lockoutMax?: StandardSettings['lockoutMax']
  /**
   * Characters that a new password needs at least; the maximum is 72 bytes.
   * @defaultValue `8`
   */
  readonly passwordMinLength?: StandardSettings['passwordMinLength']
  /**
   * Whether new passwords are checked at haveibeenpwned.com, which gets five digits of their SHA-1.
   * @defaultValue `off`
   */
  readonly passwordBreachCheck?: StandardSettings['passwordBreachCheck']
  /**
   * Signs third-party tokens; 32 random bytes or more.
   * @defaultValue with SQLite, generated and kept in the data folder; required with PostgreSQL
   */
  readonly secretKey?: StandardSettings['secretKey']
  /**
   * The previous signing key: its tokens stay valid, but it signs no new ones.
   * @defaultValue none
   */
  readonly secretKeyPrevious?: StandardSettings['secretKeyPrevious']
  /**
   * Maximum seconds that an export may take.
   * @defaultValue `600`
   */
  readonly exportTimeout?: StandardSettings['exportTimeout']
  /**
   * Seals the audit trail: 32 bytes or more.
   * @defaultValue derived from the signing key
   */
  readonly auditKey?: StandardSettings['auditKey']
  /**
   * The previous sealing key: events that it has sealed are still verified.
   * @defaultValue derived from the previous signing key
   */
  readonly auditKeyPrevious?: StandardSettings['auditKeyPrevious']
  /**
   * Retired sealing or signing keys, which only verify events that they have sealed.
   * @defaultValue none
   */
  readonly auditKeysRetired?: StandardSettings['auditKeysRetired']
  /**
   * Seconds for which security events are kept.
   * @defaultValue `31536000`
   */
  readonly auditRetention?: StandardSettings['auditRetention']
  /**
   * A separate TCP port that serves `/metrics` without a key; only Prometheus should reach it.
   * @defaultValue none
   */
  readonly metricsPort?: StandardSettings['metricsPort']
}

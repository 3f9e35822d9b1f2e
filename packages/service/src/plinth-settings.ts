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
   * The first user, who is made in an empty, new database.
   * @defaultValue `sudo`
   */
  readonly sudoUsername?: StandardSettings['sudoUsername']
  /**
   * The password of the first user; never applied again.
   * @defaultValue random, and printed once
   */
  readonly sudoPassword?: StandardSettings['sudoPassword']
  /**
   * Roles of this level and less privileged ones may be signed up for without a key; `closed` for none.
   * @defaultValue `10`
   */
  readonly signupOpenLevel?: StandardSettings['signupOpenLevel']
  /**
   * How many logins a minute an address may try; and how many signups and changes to their own account an address, a
   * user and a token, below the admins.
   * @defaultValue `60`
   */
  readonly loginRate?: StandardSettings['loginRate']
  /**
   * The password of imported users, who must change it first.
   * @defaultValue one is made for each import that brings users, and told once
   */
  readonly importDefaultPassword?: StandardSettings['importDefaultPassword']
  /**
   * Whether an import makes a password where none is set for imported users; if not, they cannot log in until theirs is
   * reset.
   * @defaultValue `on`
   */
  readonly importRandomPassword?: StandardSettings['importRandomPassword']
  /**
   * Seconds for which a password that an import has made lets somebody in.
   * @defaultValue `604800`
   */
  readonly importPasswordLifetime?: StandardSettings['importPasswordLifetime']
  /**
   * The cost factor of password hashes: one more takes twice as long.
   * @defaultValue `12`
   */
  readonly bcryptCost?: StandardSettings['bcryptCost']
  /**
   * How many passwords are hashed at a time.
   * @defaultValue libuv's threads − 2, at most the cores and at least 1
   */
  readonly bcryptConcurrency?: StandardSettings['bcryptConcurrency']
  /**
   * How many passwords may wait to be hashed: beyond it the answer is 503 with `Retry-After`. New passwords may take
   * half of it.
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
   * How many sessions a user may have; the oldest ends when there is one more.
   * @defaultValue `20`
   */
  readonly sessionsPerUser?: StandardSettings['sessionsPerUser']
  /**
   * How many wrong passwords in a row there may be before an account waits 1, 2, 4 … minutes.
   * @defaultValue `5`
   */
  readonly lockoutAttempts?: StandardSettings['lockoutAttempts']
  /**
   * Seconds that an account waits at most.
   * @defaultValue `900`
   */
  readonly lockoutMax?: StandardSettings['lockoutMax']
  /**
   * Characters that a new password must have at least; it never has more than 72 bytes.
   * @defaultValue `8`
   */
  readonly passwordMinLength?: StandardSettings['passwordMinLength']
  /**
   * Whether new passwords are looked up at haveibeenpwned.com, by five digits of their SHA-1.
   * @defaultValue `off`
   */
  readonly passwordBreachCheck?: StandardSettings['passwordBreachCheck']
  /**
   * Signs third-party tokens: 32 bytes or more, from a random source.
   * @defaultValue with SQLite made and kept in the data folder; with PostgreSQL it is required
   */
  readonly secretKey?: StandardSettings['secretKey']
  /**
   * The signing key before: what it has signed is still good, and nothing new is signed with it.
   * @defaultValue none
   */
  readonly secretKeyPrevious?: StandardSettings['secretKeyPrevious']
  /**
   * Seconds that an export may take.
   * @defaultValue `600`
   */
  readonly exportTimeout?: StandardSettings['exportTimeout']
  /**
   * Seals the audit trail: 32 bytes or more.
   * @defaultValue comes from the signing key
   */
  readonly auditKey?: StandardSettings['auditKey']
  /**
   * The sealing key before: what it has sealed is still verified.
   * @defaultValue comes from the signing key before
   */
  readonly auditKeyPrevious?: StandardSettings['auditKeyPrevious']
  /**
   * Former sealing or signing keys that only verify: what they have sealed is still verified.
   * @defaultValue none
   */
  readonly auditKeysRetired?: StandardSettings['auditKeysRetired']
  /**
   * Seconds for which security events are kept.
   * @defaultValue `31536000`
   */
  readonly auditRetention?: StandardSettings['auditRetention']
  /**
   * A TCP port of its own on which `/metrics` is told without a key: for Prometheus and nobody else.
   * @defaultValue none
   */
  readonly metricsPort?: StandardSettings['metricsPort']
}

// Generated from the schemas of the settings. Do not edit: `npm run generate -w @plinth/service` regenerates it.

import type { StandardSettings } from './standard-settings.js'

/** The settings of the environment in camel case, without its prefix: `PLINTH_SUDO_PASSWORD` is `sudoPassword`. */
export interface PlinthSettings {
  /**
   * The address that the service listens on.
   * @defaultValue `127.0.0.1`
   */
  readonly host?: StandardSettings['host']
  /**
   * The TCP port that the service listens on; with 0 the system chooses a free one.
   * @defaultValue `8050`
   */
  readonly port?: StandardSettings['port']
  /**
   * The folder for the SQLite file, the generated signing key, and temporary files of uploads.
   * @defaultValue `./data`
   */
  readonly dataDir?: StandardSettings['dataDir']
  /**
   * The database: `sqlite:<file>`, or `postgres://…`, with several hosts if one takes over from another.
   * @defaultValue `plinth.db` in the data folder
   */
  readonly databaseUrl?: StandardSettings['databaseUrl']
  /**
   * Maximum number of connections of a process to PostgreSQL; half of them are for transactions that write.
   * @defaultValue `20`
   */
  readonly databasePool?: StandardSettings['databasePool']
  /**
   * The least privileged level that may read and change settings, export and import.
   * @defaultValue `1`
   */
  readonly settingsMaxLevel?: StandardSettings['settingsMaxLevel']
  /**
   * Further operations of the REST API that need a fresh login of a user, such as `resetPassword,createToken`.
   * @defaultValue none
   */
  readonly freshLoginOperations?: StandardSettings['freshLoginOperations']
  /**
   * Maximum size of a JSON body, in bytes.
   * @defaultValue `102400`
   */
  readonly jsonLimit?: StandardSettings['jsonLimit']
  /**
   * Maximum size of an upload, in bytes.
   * @defaultValue `1073741824`
   */
  readonly importLimit?: StandardSettings['importLimit']
  /**
   * Maximum number of open connections; any further connection is closed at once and logged.
   * @defaultValue `2000`
   */
  readonly connectionLimit?: StandardSettings['connectionLimit']
  /**
   * Maximum number of requests with a key per minute, for each user and each third-party token, in each process; beyond
   * it they get 429 with `Retry-After`.
   * @defaultValue no limit
   */
  readonly callerRateLimit?: StandardSettings['callerRateLimit']
  /**
   * Addresses or ranges of the proxies whose `X-Forwarded-For` is trusted.
   * @defaultValue none
   */
  readonly trustedProxies?: StandardSettings['trustedProxies']
  /**
   * Origins whose pages may call the API, such as `https://plant.example`.
   * @defaultValue none
   */
  readonly corsOrigins?: StandardSettings['corsOrigins']
  /**
   * The IANA time zone of the local time in the login response.
   * @defaultValue the machine's
   */
  readonly timezone?: StandardSettings['timezone']
  /**
   * Format of the log on stdout, or on stderr if Plinth is embedded without `writeLog`. The log file is always JSON.
   * @defaultValue `text` on a terminal, else `json`
   */
  readonly logFormat?: StandardSettings['logFormat']
  /**
   * The folder for the rotating log file `plinth.log`; a service always logs to stdout, too.
   * @defaultValue none
   */
  readonly logDir?: StandardSettings['logDir']
  /**
   * Log lines below this level are not written. A value saved over REST overrides it.
   * @defaultValue `info`
   */
  readonly logLevel?: StandardSettings['logLevel']
  /**
   * Interval between two flushes of the log file, in seconds. A value saved over REST overrides it.
   * @defaultValue `10`
   */
  readonly loggerPeriod?: StandardSettings['loggerPeriod']
  /**
   * Size at which the log file is rotated, in bytes. A value saved over REST overrides it.
   * @defaultValue `10485760`
   */
  readonly logMaxBytes?: StandardSettings['logMaxBytes']
  /**
   * Number of rotated log files to keep. A value saved over REST overrides it.
   * @defaultValue `3`
   */
  readonly logBackupCount?: StandardSettings['logBackupCount']
  /**
   * The username of the first user, who is created in a new, empty database.
   * @defaultValue `sudo`
   */
  readonly sudoUsername?: StandardSettings['sudoUsername']
  /**
   * The initial password of the first user; ignored once that user exists.
   * @defaultValue random, printed once
   */
  readonly sudoPassword?: StandardSettings['sudoPassword']
  /**
   * The most privileged level that anybody may sign up for without a key; with `closed` every signup needs one.
   * @defaultValue `10`
   */
  readonly signupOpenLevel?: StandardSettings['signupOpenLevel']
  /**
   * Maximum number of logins, attempts to redeem a code, signups and account changes, taken together, per minute and
   * client address. Signups and account changes with a key are also limited per user or token, whatever the address.
   * Those by admins are not limited.
   * @defaultValue `60`
   */
  readonly rateLimit?: StandardSettings['rateLimit']
  /**
   * Whether setting the password of another user over REST is refused: admins and sudo users issue one-time codes
   * instead, and learn no password.
   * @defaultValue `off`
   */
  readonly passwordSetByOwnerOnly?: StandardSettings['passwordSetByOwnerOnly']
  /**
   * The initial password of imported users, who must change it at their first login.
   * @defaultValue random for each import that creates users, shown once
   */
  readonly importDefaultPassword?: StandardSettings['importDefaultPassword']
  /**
   * Whether an import generates an initial password if none is configured. Without one, imported users cannot log in
   * until their password is reset.
   * @defaultValue `on`
   */
  readonly importRandomPassword?: StandardSettings['importRandomPassword']
  /**
   * Validity of a password that an import has generated, in seconds.
   * @defaultValue `604800`
   */
  readonly importPasswordLifetime?: StandardSettings['importPasswordLifetime']
  /**
   * The bcrypt cost factor; each increment doubles the time.
   * @defaultValue `12`
   */
  readonly bcryptCost?: StandardSettings['bcryptCost']
  /**
   * Maximum number of passwords hashed concurrently.
   * @defaultValue libuv's thread-pool size − 2, between 1 and the number of CPU cores
   */
  readonly bcryptConcurrency?: StandardSettings['bcryptConcurrency']
  /**
   * Maximum number of passwords that wait to be hashed; beyond it requests get 503 with `Retry-After`. New passwords
   * may take up half of the queue; the rest is reserved for logins.
   * @defaultValue `100`
   */
  readonly bcryptQueue?: StandardSettings['bcryptQueue']
  /**
   * Idle timeout of a session, in seconds: it ends after that time without a request.
   * @defaultValue `43200`
   */
  readonly sessionIdle?: StandardSettings['sessionIdle']
  /**
   * Maximum age of a session, in seconds.
   * @defaultValue `2592000`
   */
  readonly sessionMax?: StandardSettings['sessionMax']
  /**
   * Maximum number of sessions per user.
   * @defaultValue `20`
   */
  readonly sessionsPerUser?: StandardSettings['sessionsPerUser']
  /**
   * What a login does if the user has that many sessions: it ends the oldest, or is refused until one ends.
   * @defaultValue `end-oldest`
   */
  readonly sessionLimitAction?: StandardSettings['sessionLimitAction']
  /**
   * How long a login counts as fresh, in seconds. After that, operations that need a fresh login ask the user to
   * confirm it.
   * @defaultValue `300`
   */
  readonly freshLoginLifetime?: StandardSettings['freshLoginLifetime']
  /**
   * Number of consecutive wrong passwords, one-time codes or codes of a second factor after which no more are accepted,
   * for 1, 2, 4 … minutes.
   * @defaultValue `5`
   */
  readonly lockoutAttempts?: StandardSettings['lockoutAttempts']
  /**
   * Maximum duration of an account lock, in seconds.
   * @defaultValue `900`
   */
  readonly lockoutMax?: StandardSettings['lockoutMax']
  /**
   * Minimum length of a new password, in characters; the maximum is 1024 bytes.
   * @defaultValue `8`
   */
  readonly passwordMinLength?: StandardSettings['passwordMinLength']
  /**
   * Words that no new password may contain, such as the names of the plant and the company; case is ignored.
   * @defaultValue none
   */
  readonly passwordRefusedWords?: StandardSettings['passwordRefusedWords']
  /**
   * Whether new passwords are looked up at api.pwnedpasswords.com (Have I Been Pwned), which receives five hexadecimal
   * digits of their SHA-1.
   * @defaultValue `off`
   */
  readonly passwordBreachCheck?: StandardSettings['passwordBreachCheck']
  /**
   * The key that signs third-party tokens: 32 random bytes or more.
   * @defaultValue with SQLite, generated and stored in the data folder; required with PostgreSQL
   */
  readonly secretKey?: StandardSettings['secretKey']
  /**
   * The previous signing key: its tokens stay valid, but no new tokens are signed with it.
   * @defaultValue none
   */
  readonly secretKeyPrevious?: StandardSettings['secretKeyPrevious']
  /**
   * Validity of a one-time code for a user with a password, in seconds.
   * @defaultValue `900`
   */
  readonly codeLifetime?: StandardSettings['codeLifetime']
  /**
   * Validity of a one-time code for a user without a password, in seconds.
   * @defaultValue `259200`
   */
  readonly invitationLifetime?: StandardSettings['invitationLifetime']
  /**
   * Users of this level, or a more privileged one, need a second factor: those without one must enrol one at their next
   * login.
   * @defaultValue `none`
   */
  readonly secondFactorLevel?: StandardSettings['secondFactorLevel']
  /**
   * The name that authenticator apps show beside the codes, such as that of the plant.
   * @defaultValue `Plinth`
   */
  readonly secondFactorIssuer?: StandardSettings['secondFactorIssuer']
  /**
   * Maximum duration of an export, in seconds.
   * @defaultValue `600`
   */
  readonly exportTimeout?: StandardSettings['exportTimeout']
  /**
   * Time after which a plan or an uploaded file expires, in seconds.
   * @defaultValue `3600`
   */
  readonly planLifetime?: StandardSettings['planLifetime']
  /**
   * Maximum number of stored plans, and, counted separately, of uploaded files.
   * @defaultValue `20`
   */
  readonly maxPlans?: StandardSettings['maxPlans']
  /**
   * Whether a plan may only be applied by a user other than the one who made it, and not by a token. An import needs no
   * second person.
   * @defaultValue `off`
   */
  readonly planNeedsSecondPerson?: StandardSettings['planNeedsSecondPerson']
  /**
   * Maximum number of snapshots of the configuration; the oldest are deleted.
   * @defaultValue `20`
   */
  readonly snapshots?: StandardSettings['snapshots']
  /**
   * Maximum size of all snapshots, in bytes; the oldest are deleted. The newest is always kept.
   * @defaultValue `1000000000`
   */
  readonly snapshotBytes?: StandardSettings['snapshotBytes']
  /**
   * The key that seals the audit trail: 32 bytes or more.
   * @defaultValue derived from the signing key
   */
  readonly auditKey?: StandardSettings['auditKey']
  /**
   * The sealing key before the current one. It verifies the events that it sealed.
   * @defaultValue derived from the previous signing key
   */
  readonly auditKeyPrevious?: StandardSettings['auditKeyPrevious']
  /**
   * Older sealing keys, or signing keys that sealing keys were derived from. They verify the events that they sealed,
   * and accept no tokens.
   * @defaultValue none
   */
  readonly auditKeysRetired?: StandardSettings['auditKeysRetired']
  /**
   * Retention of security events, in seconds.
   * @defaultValue `31536000`
   */
  readonly auditRetention?: StandardSettings['auditRetention']
  /**
   * A separate TCP port that serves `/metrics` without a key; let only Prometheus reach it.
   * @defaultValue none
   */
  readonly metricsPort?: StandardSettings['metricsPort']
  /**
   * Whether the console is served, at `/api/console`.
   * @defaultValue `on`
   */
  readonly console?: StandardSettings['console']
  /**
   * The name that the console shows, such as that of the plant.
   * @defaultValue `Plinth`
   */
  readonly consoleName?: StandardSettings['consoleName']
  /**
   * A text that the console shows before anybody logs in, such as who may use the system.
   * @defaultValue none
   */
  readonly consoleLoginNotice?: StandardSettings['consoleLoginNotice']
  /**
   * The URL path, on the origin of the console, of an image that it shows beside its name.
   * @defaultValue none
   */
  readonly consoleLogo?: StandardSettings['consoleLogo']
  /**
   * The URL path, on the origin of the console, of a stylesheet that it loads after its own.
   * @defaultValue none
   */
  readonly consoleStylesheet?: StandardSettings['consoleStylesheet']
}

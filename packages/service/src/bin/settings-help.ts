// Generated from the schemas of the settings. Do not edit: `npm run generate -w @plinth/service` regenerates it.

/** The list of settings in `plinth serve --help`. */
export const SETTINGS_HELP = `
Settings are read from the environment. Those marked * can also be read from a file: PLINTH_SECRET_KEY_FILE=/run/secrets/key.

  PLINTH_HOST
      The address that the service listens on. Default: 127.0.0.1.
  PLINTH_PORT
      The TCP port that the service listens on; with 0 the system chooses a free one. Default: 8050.
      Range: 0 to 65535.
  PLINTH_DATA_DIR
      The folder for the SQLite file, the generated signing key, and temporary files of uploads.
      Default: ./data.
  PLINTH_DATABASE_URL *
      The database: sqlite:<file>, or postgres://…, with several hosts if one takes over from
      another. Default: plinth.db in the data folder.
  PLINTH_DATABASE_POOL
      Maximum number of connections of a process to PostgreSQL; half of them are for transactions
      that write. Default: 20. Range: 4 or more.
  PLINTH_SETTINGS_MAX_LEVEL
      The least privileged level that may read and change settings, export and import. Default: 1.
      Range: 0 or more.
  PLINTH_FRESH_LOGIN_OPERATIONS
      Further operations of the REST API that need a fresh login of a user, such as
      resetPassword,createToken. Default: none. Range: comma-separated.
  PLINTH_JSON_LIMIT
      Maximum size of a JSON body, in bytes. Default: 102400. Range: 1024 or more.
  PLINTH_IMPORT_LIMIT
      Maximum size of an upload, in bytes. Default: 1073741824. Range: 1024 or more.
  PLINTH_CONNECTION_LIMIT
      Maximum number of open connections; any further connection is closed at once and logged.
      Default: 2000. Range: 1 or more.
  PLINTH_CALLER_RATE_LIMIT
      Maximum number of requests with a key per minute, for each user and each third-party token, in
      each process; beyond it they get 429 with Retry-After. Default: no limit. Range: 1 or more.
  PLINTH_TRUSTED_PROXIES
      Addresses or ranges of the proxies whose X-Forwarded-For is trusted. Default: none. Range:
      comma-separated.
  PLINTH_CORS_ORIGINS
      Origins whose pages may call the API, such as https://plant.example. Default: none. Range:
      comma-separated.
  PLINTH_TIMEZONE
      The IANA time zone of the local time in the login response. Default: the machine's.
  PLINTH_LOG_FORMAT
      Format of the log on stdout, or on stderr if Plinth is embedded without writeLog. The log file
      is always JSON. Default: text on a terminal, else json. Range: json, text.
  PLINTH_LOG_DIR
      The folder for the rotating log file plinth.log; a service always logs to stdout, too.
      Default: none.
  PLINTH_LOG_LEVEL
      Log lines below this level are not written. A value saved over REST overrides it. Default:
      info. Range: number or name: 0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50
      (critical).
  PLINTH_LOGGER_PERIOD
      Interval between two flushes of the log file, in seconds. A value saved over REST overrides
      it. Default: 10. Range: 1 or more.
  PLINTH_LOG_MAX_BYTES
      Size at which the log file is rotated, in bytes. A value saved over REST overrides it.
      Default: 10485760. Range: 1024 or more.
  PLINTH_LOG_BACKUP_COUNT
      Number of rotated log files to keep. A value saved over REST overrides it. Default: 3. Range:
      1 or more.
  PLINTH_SUDO_USERNAME
      The username of the first user, who is created in a new, empty database. Default: sudo.
  PLINTH_SUDO_PASSWORD *
      The initial password of the first user; ignored once that user exists. Default: random,
      printed once.
  PLINTH_SIGNUP_OPEN_LEVEL
      The most privileged level that anybody may sign up for without a key; with closed every signup
      needs one. Default: 10. Range: 0 or more, or closed.
  PLINTH_RATE_LIMIT
      Maximum number of logins, attempts to redeem a code, signups and account changes, taken
      together, per minute and client address. Signups and account changes with a key are also
      limited per user or token, whatever the address. Those by admins are not limited. Default: 60.
      Range: 1 or more.
  PLINTH_PASSWORD_SET_BY_OWNER_ONLY
      Whether setting the password of another user over REST is refused: admins and sudo users issue
      one-time codes instead, and learn no password. Default: off. Range: on, off.
  PLINTH_IMPORT_DEFAULT_PASSWORD *
      The initial password of imported users, who must change it at their first login. Default:
      random for each import that creates users, shown once.
  PLINTH_IMPORT_RANDOM_PASSWORD
      Whether an import generates an initial password if none is configured. Without one, imported
      users cannot log in until their password is reset. Default: on. Range: on, off.
  PLINTH_IMPORT_PASSWORD_LIFETIME
      Validity of a password that an import has generated, in seconds. Default: 604800. Range: 60 to
      31536000.
  PLINTH_BCRYPT_COST
      The bcrypt cost factor; each increment doubles the time. Default: 12. Range: 4 to 20.
  PLINTH_BCRYPT_CONCURRENCY
      Maximum number of passwords hashed concurrently. Default: libuv's thread-pool size − 2,
      between 1 and the number of CPU cores. Range: 1 to 64.
  PLINTH_BCRYPT_QUEUE
      Maximum number of passwords that wait to be hashed; beyond it requests get 503 with
      Retry-After. New passwords may take up half of the queue; the rest is reserved for logins.
      Default: 100. Range: 0 to 10000.
  PLINTH_SESSION_IDLE
      Idle timeout of a session, in seconds: it ends after that time without a request. Default:
      43200. Range: 120 or more.
  PLINTH_SESSION_MAX
      Maximum age of a session, in seconds. Default: 2592000. Range: 1 or more.
  PLINTH_SESSIONS_PER_USER
      Maximum number of sessions per user. Default: 20. Range: 1 or more.
  PLINTH_SESSION_LIMIT_ACTION
      What a login does if the user has that many sessions: it ends the oldest, or is refused until
      one ends. Default: end-oldest. Range: end-oldest, refuse-login.
  PLINTH_FRESH_LOGIN_LIFETIME
      How long a login counts as fresh, in seconds. After that, operations that need a fresh login
      ask the user to confirm it. Default: 300. Range: 60 or more.
  PLINTH_LOCKOUT_ATTEMPTS
      Number of consecutive wrong passwords, one-time codes or codes of a second factor after which
      no more are accepted, for 1, 2, 4 … minutes. Default: 5. Range: 1 or more.
  PLINTH_LOCKOUT_MAX
      Maximum duration of an account lock, in seconds. Default: 900. Range: 1 or more.
  PLINTH_PASSWORD_MIN_LENGTH
      Minimum length of a new password, in characters; the maximum is 1024 bytes. Default: 8. Range:
      1 to 72.
  PLINTH_PASSWORD_REFUSED_WORDS
      Words that no new password may contain, such as the names of the plant and the company; case
      is ignored. Default: none. Range: comma-separated.
  PLINTH_PASSWORD_BREACH_CHECK
      Whether new passwords are looked up at api.pwnedpasswords.com (Have I Been Pwned), which
      receives five hexadecimal digits of their SHA-1. Default: off. Range: on, off.
  PLINTH_SECRET_KEY *
      The key that signs third-party tokens: 32 random bytes or more. Default: with SQLite,
      generated and stored in the data folder; required with PostgreSQL.
  PLINTH_SECRET_KEY_PREVIOUS *
      The previous signing key: its tokens stay valid, but no new tokens are signed with it.
      Default: none.
  PLINTH_CODE_LIFETIME
      Validity of a one-time code for a user with a password, in seconds. Default: 900. Range: 60 to
      86400.
  PLINTH_INVITATION_LIFETIME
      Validity of a one-time code for a user without a password, in seconds. Default: 259200. Range:
      60 to 2592000.
  PLINTH_SECOND_FACTOR_LEVEL
      Users of this level, or a more privileged one, need a second factor: those without one must
      enrol one at their next login. Default: none. Range: 0 or more, or none.
  PLINTH_SECOND_FACTOR_ISSUER
      The name that authenticator apps show beside the codes, such as that of the plant. Default:
      Plinth.
  PLINTH_EXPORT_TIMEOUT
      Maximum duration of an export, in seconds. Default: 600. Range: 1 to 86400.
  PLINTH_PLAN_LIFETIME
      Time after which a plan or an uploaded file expires, in seconds. Default: 3600. Range: 60 to
      604800.
  PLINTH_MAX_PLANS
      Maximum number of stored plans, and, counted separately, of uploaded files. Default: 20.
      Range: 1 to 1000.
  PLINTH_PLAN_NEEDS_SECOND_PERSON
      Whether a plan may only be applied by a user other than the one who made it, and not by a
      token. An import needs no second person. Default: off. Range: on, off.
  PLINTH_SNAPSHOTS
      Maximum number of snapshots of the configuration; the oldest are deleted. Default: 20. Range:
      1 to 1000.
  PLINTH_SNAPSHOT_BYTES
      Maximum size of all snapshots, in bytes; the oldest are deleted. The newest is always kept.
      Default: 1000000000. Range: 1 to 9007199254740991.
  PLINTH_AUDIT_KEY *
      The key that seals the audit trail: 32 bytes or more. Default: derived from the signing key.
  PLINTH_AUDIT_KEY_PREVIOUS *
      The sealing key before the current one. It verifies the events that it sealed. Default:
      derived from the previous signing key.
  PLINTH_AUDIT_KEYS_RETIRED *
      Older sealing keys, or signing keys that sealing keys were derived from. They verify the
      events that they sealed, and accept no tokens. Default: none. Range: one per line.
  PLINTH_AUDIT_RETENTION
      Retention of security events, in seconds. Default: 31536000. Range: 86400 or more.
  PLINTH_METRICS_PORT
      A separate TCP port that serves /metrics without a key; let only Prometheus reach it. Default:
      none. Range: 0 to 65535.
  PLINTH_CONSOLE
      Whether the console is served, at /api/console. Default: on. Range: on, off.
  PLINTH_CONSOLE_NAME
      The name that the console shows, such as that of the plant. Default: Plinth.
  PLINTH_CONSOLE_LOGIN_NOTICE
      A text that the console shows before anybody logs in, such as who may use the system. Default:
      none.
  PLINTH_CONSOLE_LOGO
      The URL path, on the origin of the console, of an image that it shows beside its name.
      Default: none.
  PLINTH_CONSOLE_STYLESHEET
      The URL path, on the origin of the console, of a stylesheet that it loads after its own.
      Default: none.`

// Generated from the schemas of the settings. Do not edit: `npm run generate -w @plinth/service` makes it anew.

/** What `plinth serve --help` says of the settings. */
export const SETTINGS_HELP = `
Settings, from the environment. Those marked * may be given as a file: PLINTH_SECRET_KEY_FILE=/run/secrets/key.

  PLINTH_HOST
      The address that the service listens on. Default: 127.0.0.1.
  PLINTH_PORT
      The TCP port that the service listens on; 0 takes a free one. Default: 8050. Range: 0 to
      65535.
  PLINTH_DATA_DIR
      The folder of the SQLite file, of the generated signing key, and of uploads while they are
      read. Default: ./data.
  PLINTH_DATABASE_URL *
      The database: sqlite:<file>, or postgres://…. Default: plinth.db in the data folder.
  PLINTH_SETTINGS_MAX_LEVEL
      The least privileged level that may see and change settings, export and import. Default: 1.
      Range: 0 or more.
  PLINTH_JSON_LIMIT
      Bytes of the largest JSON body. Default: 102400. Range: 1024 or more.
  PLINTH_IMPORT_LIMIT
      Bytes of the largest upload. Default: 1073741824. Range: 1024 or more.
  PLINTH_CONNECTION_LIMIT
      How many connections there may be at a time; those beyond are closed at once, and the log says
      so. Default: 2000. Range: 1 or more.
  PLINTH_TRUSTED_PROXIES
      Addresses or ranges of proxies, whose X-Forwarded-For counts. Default: none. Range:
      comma-separated.
  PLINTH_CORS_ORIGINS
      Origins whose pages may call, such as https://plant.example. Default: none. Range:
      comma-separated.
  PLINTH_TIMEZONE
      The IANA time zone of the local time in the answer of a login. Default: the machine's.
  PLINTH_LOG_FORMAT
      How the log is written to stdout, or by a host without writeLog to stderr; the log file is
      always JSON. Default: text on a terminal, else json. Range: json, text.
  PLINTH_LOG_DIR
      The folder of the rotating plinth.log; the log of a service is on stdout in any case. Default:
      none.
  PLINTH_LOG_LEVEL
      Log lines below this level are not written. A value saved over REST overrides it. Default:
      info. Range: number or name: 0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50
      (critical).
  PLINTH_LOGGER_PERIOD
      Seconds between two flushes of the log file. A value saved over REST overrides it. Default:
      10. Range: 1 or more.
  PLINTH_LOG_MAX_BYTES
      Bytes after which the log file is rotated. A value saved over REST overrides it. Default:
      10485760. Range: 1024 or more.
  PLINTH_LOG_BACKUP_COUNT
      How many rotated files are kept. A value saved over REST overrides it. Default: 3. Range: 1 or
      more.
  PLINTH_SUDO_USERNAME
      The username of the first user, which is created in a new, empty database. Default: sudo.
  PLINTH_SUDO_PASSWORD *
      The initial password of the first user; ignored once that user exists. Default: random, and
      printed once.
  PLINTH_SIGNUP_OPEN_LEVEL
      The most privileged level that anybody may sign up for without a key; closed for none.
      Default: 10. Range: 0 or more, or closed.
  PLINTH_RATE_LIMIT
      Login attempts per minute and address. Also limits signups and account changes, per address,
      user and token; admins are exempt. Default: 60. Range: 1 or more.
  PLINTH_IMPORT_DEFAULT_PASSWORD *
      The initial password of imported users, who must change it at their first login. Default:
      random for each import that has users, and shown once.
  PLINTH_IMPORT_RANDOM_PASSWORD
      Whether an import generates a password when none is configured; if not, imported users cannot
      log in until theirs is reset. Default: on. Range: on, off.
  PLINTH_IMPORT_PASSWORD_LIFETIME
      Seconds for which a password that an import has generated is valid. Default: 604800. Range: 60
      to 31536000.
  PLINTH_BCRYPT_COST
      The bcrypt cost factor; each increment doubles the time. Default: 12. Range: 4 to 20.
  PLINTH_BCRYPT_CONCURRENCY
      Maximum number of passwords hashed at a time. Default: libuv's threads − 2, at most the cores
      and at least 1. Range: 1 to 64.
  PLINTH_BCRYPT_QUEUE
      Maximum number of passwords that wait to be hashed; beyond it requests get 503 with
      Retry-After. New passwords may use half of the queue. Default: 100. Range: 0 to 10000.
  PLINTH_SESSION_IDLE
      Seconds without a request after which a session ends. Default: 43200. Range: 120 or more.
  PLINTH_SESSION_MAX
      Seconds after which a session ends in any case. Default: 2592000. Range: 1 or more.
  PLINTH_SESSIONS_PER_USER
      Maximum number of sessions per user; a further login ends the oldest. Default: 20. Range: 1 or
      more.
  PLINTH_LOCKOUT_ATTEMPTS
      How many consecutive wrong passwords lock an account for 1, 2, 4 … minutes. Default: 5. Range:
      1 or more.
  PLINTH_LOCKOUT_MAX
      Maximum seconds that an account is locked. Default: 900. Range: 1 or more.
  PLINTH_PASSWORD_MIN_LENGTH
      Characters that a new password needs at least; the maximum is 72 bytes. Default: 8. Range: 1
      to 72.
  PLINTH_PASSWORD_BREACH_CHECK
      Whether new passwords are checked at haveibeenpwned.com, which gets five digits of their
      SHA-1. Default: off. Range: on, off.
  PLINTH_SECRET_KEY *
      Signs third-party tokens; 32 random bytes or more. Default: with SQLite, generated and kept in
      the data folder; required with PostgreSQL.
  PLINTH_SECRET_KEY_PREVIOUS *
      The previous signing key: its tokens stay valid, but it signs no new ones. Default: none.
  PLINTH_EXPORT_TIMEOUT
      Maximum seconds that an export may take. Default: 600. Range: 1 to 86400.
  PLINTH_AUDIT_KEY *
      Seals the audit trail: 32 bytes or more. Default: derived from the signing key.
  PLINTH_AUDIT_KEY_PREVIOUS *
      The previous sealing key: events that it has sealed are still verified. Default: derived from
      the previous signing key.
  PLINTH_AUDIT_KEYS_RETIRED *
      Retired sealing or signing keys, which only verify events that they have sealed. Default:
      none. Range: one per line.
  PLINTH_AUDIT_RETENTION
      Seconds for which security events are kept. Default: 31536000. Range: 86400 or more.
  PLINTH_METRICS_PORT
      A separate TCP port that serves /metrics without a key; only Prometheus should reach it.
      Default: none. Range: 0 to 65535.`

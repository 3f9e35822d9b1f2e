// Generated from the schemas of the settings. Do not edit: `npm run generate -w @plinth/service` makes it anew.

/** What `plinth serve --help` says of the settings. */
export const SETTINGS_HELP = `
Settings, from the environment. Those marked * may be given as a file: PLINTH_SECRET_KEY_FILE=/run/secrets/key.

  PLINTH_HOST
      The address that the service listens on. Unless given: 127.0.0.1.
  PLINTH_PORT
      The TCP port that the service listens on; 0 takes a free one. Unless given: 8050. Range: 0 to
      65535.
  PLINTH_DATA_DIR
      The folder of the SQLite file, of the generated signing key, and of uploads while they are
      read. Unless given: ./data.
  PLINTH_DATABASE_URL *
      The database: sqlite:<file>, or postgres://…. Unless given: plinth.db in the data folder.
  PLINTH_SETTINGS_MAX_LEVEL
      The least privileged level that may see and change settings, export and import. Unless given:
      1. Range: 0 or more.
  PLINTH_JSON_LIMIT
      Bytes of the largest JSON body. Unless given: 102400. Range: 1024 or more.
  PLINTH_IMPORT_LIMIT
      Bytes of the largest upload. Unless given: 1073741824. Range: 1024 or more.
  PLINTH_CONNECTION_LIMIT
      How many connections there may be at a time; those beyond are closed at once, and the log says
      so. Unless given: 2000. Range: 1 or more.
  PLINTH_TRUSTED_PROXIES
      Addresses or ranges of proxies, whose X-Forwarded-For counts. Unless given: none. Range:
      comma-separated.
  PLINTH_CORS_ORIGINS
      Origins whose pages may call, such as https://plant.example. Unless given: none. Range:
      comma-separated.
  PLINTH_TIMEZONE
      The IANA time zone of the local time in the answer of a login. Unless given: the machine's.
  PLINTH_LOG_FORMAT
      How the log is written to stdout, or by a host without writeLog to stderr; the log file is
      always JSON. Unless given: text on a terminal, else json. Range: json, text.
  PLINTH_LOG_DIR
      The folder of the rotating plinth.log; the log of a service is on stdout in any case. Unless
      given: none.
  PLINTH_LOG_LEVEL
      Log lines below this level are not written. A value saved over REST overrides it. Unless
      given: info. Range: number or name: 0 (notset), 10 (debug), 20 (info), 30 (warning), 40
      (error), 50 (critical).
  PLINTH_LOGGER_PERIOD
      Seconds between two flushes of the log file. A value saved over REST overrides it. Unless
      given: 10. Range: 1 or more.
  PLINTH_LOG_MAX_BYTES
      Bytes after which the log file is rotated. A value saved over REST overrides it. Unless given:
      10485760. Range: 1024 or more.
  PLINTH_LOG_BACKUP_COUNT
      How many rotated files are kept. A value saved over REST overrides it. Unless given: 3. Range:
      1 or more.
  PLINTH_SUDO_USERNAME
      The first user, who is made in an empty, new database. Unless given: sudo.
  PLINTH_SUDO_PASSWORD *
      The password of the first user; never applied again. Unless given: random, and printed once.
  PLINTH_SIGNUP_OPEN_LEVEL
      Roles of this level and less privileged ones may be signed up for without a key; closed for
      none. Unless given: 10. Range: 0 or more, or closed.
  PLINTH_LOGIN_RATE
      How many logins a minute an address may try; and how many signups and changes to their own
      account an address, a user and a token, below the admins. Unless given: 60. Range: 1 or more.
  PLINTH_IMPORT_DEFAULT_PASSWORD *
      The password of imported users, who must change it first. Unless given: one is made for each
      import that brings users, and told once.
  PLINTH_IMPORT_RANDOM_PASSWORD
      Whether an import makes a password where none is set for imported users; if not, they cannot
      log in until theirs is reset. Unless given: on. Range: on, off.
  PLINTH_IMPORT_PASSWORD_LIFETIME
      Seconds for which a password that an import has made lets somebody in. Unless given: 604800.
      Range: 60 to 31536000.
  PLINTH_BCRYPT_COST
      The cost factor of password hashes: one more takes twice as long. Unless given: 12. Range: 4
      to 20.
  PLINTH_BCRYPT_CONCURRENCY
      How many passwords are hashed at a time. Unless given: libuv's threads − 2, at most the cores
      and at least 1. Range: 1 to 64.
  PLINTH_BCRYPT_QUEUE
      How many passwords may wait to be hashed: beyond it the answer is 503 with Retry-After. New
      passwords may take half of it. Unless given: 100. Range: 0 to 10000.
  PLINTH_SESSION_IDLE
      Seconds without a request after which a session ends. Unless given: 43200. Range: 120 or more.
  PLINTH_SESSION_MAX
      Seconds after which a session ends in any case. Unless given: 2592000. Range: 1 or more.
  PLINTH_SESSIONS_PER_USER
      How many sessions a user may have; the oldest ends when there is one more. Unless given: 20.
      Range: 1 or more.
  PLINTH_LOCKOUT_ATTEMPTS
      How many wrong passwords in a row there may be before an account waits 1, 2, 4 … minutes.
      Unless given: 5. Range: 1 or more.
  PLINTH_LOCKOUT_MAX
      Seconds that an account waits at most. Unless given: 900. Range: 1 or more.
  PLINTH_PASSWORD_MIN_LENGTH
      Characters that a new password must have at least; it never has more than 72 bytes. Unless
      given: 8. Range: 1 to 72.
  PLINTH_PASSWORD_BREACH_CHECK
      Whether new passwords are looked up at haveibeenpwned.com, by five digits of their SHA-1.
      Unless given: off. Range: on, off.
  PLINTH_SECRET_KEY *
      Signs third-party tokens: 32 bytes or more, from a random source. Unless given: with SQLite
      made and kept in the data folder; with PostgreSQL it is required.
  PLINTH_SECRET_KEY_PREVIOUS *
      The signing key before: what it has signed is still good, and nothing new is signed with it.
      Unless given: none.
  PLINTH_EXPORT_TIMEOUT
      Seconds that an export may take. Unless given: 600. Range: 1 to 86400.
  PLINTH_AUDIT_KEY *
      Seals the audit trail: 32 bytes or more. Unless given: comes from the signing key.
  PLINTH_AUDIT_KEY_PREVIOUS *
      The sealing key before: what it has sealed is still verified. Unless given: comes from the
      signing key before.
  PLINTH_AUDIT_KEYS_RETIRED *
      Former sealing or signing keys that only verify: what they have sealed is still verified.
      Unless given: none. Range: one a line.
  PLINTH_AUDIT_RETENTION
      Seconds for which security events are kept. Unless given: 31536000. Range: 86400 or more.
  PLINTH_METRICS_PORT
      A TCP port of its own on which /metrics is told without a key: for Prometheus and nobody else.
      Unless given: none. Range: 0 to 65535.`

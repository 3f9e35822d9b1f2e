import type { Diagnosis, Obstacle } from '../../database-not-opened.js'

/** What a message says about a server. */
export interface DiagnosedServer {
  /** The server with its address, as in a sentence: `the PostgreSQL server host:5432/db`. */
  readonly server: string
  /** Where the URL is configured: the name of a setting, or the option `knex`. */
  readonly urlName: string
  /** Error code of the driver. */
  readonly code: string
}

/** Returns why a PostgreSQL server cannot be used and the remedy, for a failed start and for `plinth doctor`. */
export function diagnosePostgres(obstacle: Obstacle, { server, urlName, code }: DiagnosedServer): Diagnosis {
  const diagnoses: Partial<Record<Obstacle, Diagnosis>> = {
    'bad-url': {
      finding: `${urlName} is not a URL`,
      remedy:
        'write it as postgres://user:password@host:5432/database, and "@", "/" and "#" of the password as %40, %2F and %23',
    },
    password: {
      finding: `${server} refuses the user or the password (${code})`,
      remedy: `correct them in ${urlName}, or allow the user in pg_hba.conf`,
    },
    'no-such-database': {
      finding: `the database that ${urlName} names does not exist (${code})`,
      remedy: `create it, or correct the name in ${urlName}`,
    },
    'no-tls': {
      finding: `${server} does not support TLS`,
      remedy: `turn it on there (ssl = on), or leave sslmode out of ${urlName}`,
    },
    pooler: {
      finding: `a connection pooler, such as PgBouncer, is in front of ${server} and refuses the options of the URL`,
      remedy: `leave options out of ${urlName}`,
    },
    engine: {
      finding: `${server} cannot be used, because it is not PostgreSQL`,
      remedy: `set ${urlName} to a PostgreSQL server`,
    },
    'certificate-file': {
      finding: `a certificate or key that ${urlName} names cannot be read (${code})`,
      remedy: 'correct its sslrootcert, sslcert or sslkey, and let this user read that file',
    },
    'certificate-content': {
      finding: `a certificate or key that ${urlName} names cannot be used (${code})`,
      remedy:
        'name files in PEM format with its sslrootcert, sslcert and sslkey, and a key that belongs to the certificate',
    },
    'no-encryption': {
      finding: `${server} does not let this user in without TLS (${code})`,
      remedy: `add sslmode=verify-full to ${urlName}, or allow the user in pg_hba.conf`,
    },
    'no-certificate': {
      finding: `${server} requires a client certificate (${code})`,
      remedy: `name it with sslcert, and its key with sslkey, in ${urlName}`,
    },
    certificate: {
      finding: `${server} refuses the client certificate (${code})`,
      remedy: `set sslcert in ${urlName} to a certificate that has not expired, is from an authority that the server trusts (ssl_ca_file), and names the user of the URL (CN)`,
    },
    'untrusted-server': {
      finding: `the certificate of ${server} is not trusted (${code})`,
      remedy: `name its authority with sslrootcert, and the host as the certificate does, in ${urlName}`,
    },
    'no-connection': {
      finding: `${server} ${code === 'ECONNREFUSED' ? 'refuses connections' : 'did not respond'} (${code})`,
      remedy: `check the host and the port in ${urlName}, and that the server is up and reachable from here`,
    },
  }
  const unknown = {
    finding: `${server} refuses the connection (${code})`,
    remedy: 'see its log; it may be starting, or have no free connection',
  }
  return diagnoses[obstacle] ?? unknown
}

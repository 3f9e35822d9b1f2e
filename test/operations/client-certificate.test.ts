import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@plinth/testing'
import { expect } from 'chai'
import pg from 'pg'
import { linesOf, run, type Service, serve, type Variables, variablesFor } from '../support/service-process.js'
import { type InstalledPostgres, startInstalledPostgres } from './installed-postgres.js'
import { blocksOf } from './operations-page.js'

const [CREATE_AUTHORITY = '', ISSUE = '', START = ''] = blocksOf('Databases')
const ISSUE_EXPIRED = ISSUE.replace('-days 7', '-days -1')
/** Prints the URL that the page passes to the service. */
const PRINT_URL = START.replace(/^plinth serve$/m, 'printf %s "$PLINTH_DATABASE_URL"')

type Change = (parameters: URLSearchParams, url: URL) => void

/** Follows the operations page, with a server that accepts only client certificates. */
describe('a client certificate for PostgreSQL', () => {
  let work: string
  let postgres: InstalledPostgres
  let superuser: pg.Client
  let service: Service
  before(async () => {
    work = mkdtempSync(join(tmpdir(), 'plinth-certificate-'))
    shell(CREATE_AUTHORITY + ISSUE + ISSUE.replaceAll('plinth', 'postgres'))
    postgres = await startInstalledPostgres(requireCertificates)
    const url = shell(PRINT_URL.replace('plinth@', 'postgres@').replace('/plinth?', '/postgres?'))
    superuser = new pg.Client(url.replaceAll('plinth.pem', 'postgres.pem'))
    await superuser.connect()
    await superuser.query('CREATE ROLE plinth LOGIN')
    await superuser.query('CREATE DATABASE plinth OWNER plinth')
    service = await serve(variables())
  })
  after(async () => {
    await service?.stop()
    await superuser?.end()
    postgres?.stop()
    rmSync(work, { recursive: true, force: true })
  })

  it('lets the service in without a password', async () => {
    expect(await isReady()).to.equal(true)
    expect(await serialsInUse()).to.deep.equal([serialOfFile()])
  })

  it('lets psql in with the same URL', () => {
    const query = PRINT_URL.replace('printf %s', 'psql --tuples-only --no-align --command "SELECT current_user"')

    expect(shell(query)).to.equal('plinth\n')
  })

  it('is read again for each new connection, so that a renewed one needs no restart', async () => {
    const before = serialOfFile()
    shell(ISSUE_EXPIRED)
    await endConnections()
    await until(async () => !(await isReady()))
    shell(ISSUE)
    await until(isReady)

    expect(serialOfFile()).not.to.equal(before)
    expect(await serialsInUse()).to.deep.equal([serialOfFile()])
  })

  describe('makes a start fail with the reason, in case of', () => {
    const refusals: readonly [title: string, change: Change, reason: RegExp][] = [
      [
        'no certificate',
        (parameters) => removeFiles(parameters),
        /requires a client certificate \(28000\)\. Name it with sslcert, and its key with sslkey, in PLINTH_DATABASE_URL/,
      ],
      [
        'no TLS',
        (_, url) => Object.assign(url, { search: '' }),
        /does not let this user in without TLS \(28000\)\. Add sslmode=verify-full to PLINTH_DATABASE_URL/,
      ],
      [
        'a certificate of another user',
        (parameters) => useFile(parameters, join(work, 'postgres.pem')),
        /refuses the client certificate \(28000\)\. Set sslcert .* names the user of the URL \(CN\)\.$/,
      ],
      [
        'an expired certificate',
        (parameters) => useFile(parameters, join(folderWith(ISSUE_EXPIRED), 'plinth.pem')),
        /refuses the client certificate \(ERR_SSL_\S*EXPIRED\)\. Set sslcert .* has not expired/,
      ],
      [
        'a certificate of another authority',
        (parameters) => useFile(parameters, join(otherAuthority(), 'plinth.pem')),
        /refuses the client certificate \(ERR_SSL_\S*UNKNOWN_CA\)\. Set sslcert .* \(ssl_ca_file\)/,
      ],
      [
        'a key of another certificate',
        (parameters) => parameters.set('sslkey', join(work, 'postgres.pem')),
        /^A certificate or key that PLINTH_DATABASE_URL \S.* names cannot be used \(ERR_OSSL_\S*MISMATCH\)\. Name files in/,
      ],
      [
        'a server of another authority',
        (parameters) => parameters.set('sslrootcert', join(otherAuthority(), 'authority.crt')),
        /^The certificate of the PostgreSQL server \S+ is not trusted \(\w+\)\. Name its authority with sslrootcert/,
      ],
      [
        'a server of another name',
        (_, url) => Object.assign(url, { hostname: '127.0.0.1' }),
        /is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)\. Name .* and the host as the certificate does/,
      ],
    ]

    for (const [title, change, reason] of refusals)
      it(title, async () => {
        const { code, stdout, stderr } = await run(['serve'], variables(change))

        expect([code, stdout]).to.deep.equal([3, ''])
        expect(linesOf(stderr)).to.have.length(1)
        expect(stderr.trim()).to.match(reason)
      })
  })

  /** Runs commands of the page in a folder. */
  function shell(commands: string, cwd = work): string {
    const host = postgres ? `localhost:${postgres.port}` : 'localhost'
    const env = { PATH: process.env.PATH, POSTGRES_HOST: host }
    const options = ['--norc', '-euo', 'pipefail', '-c', commands]
    return execFileSync('bash', options, { cwd, env, encoding: 'utf8', stdio: 'pipe' })
  }

  function requireCertificates(data: string): void {
    const { uid, gid } = statSync(data)
    for (const file of ['authority.crt', 'server.crt', 'server.key']) {
      copyFileSync(join(work, file), join(data, file))
      chownSync(join(data, file), uid, gid)
    }
    appendFileSync(join(data, 'postgresql.conf'), "ssl = on\nssl_ca_file = 'authority.crt'\n")
    writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all all cert\n')
  }

  function variables(change: Change = () => {}): Variables {
    const url = new URL(shell(PRINT_URL))
    change(url.searchParams, url)
    return variablesFor({ url: url.href, dataDir: join(work, 'data') })
  }

  function useFile(parameters: URLSearchParams, file: string): void {
    for (const name of ['sslcert', 'sslkey']) parameters.set(name, file)
  }

  function removeFiles(parameters: URLSearchParams): void {
    for (const name of ['sslcert', 'sslkey']) parameters.delete(name)
  }

  /** Creates a folder with another certificate of the same authority. */
  function folderWith(issue: string): string {
    const folder = mkdtempSync(join(work, 'same-authority-'))
    for (const file of ['authority.crt', 'authority.key']) copyFileSync(join(work, file), join(folder, file))
    shell(issue, folder)
    return folder
  }

  function otherAuthority(): string {
    const folder = mkdtempSync(join(work, 'other-authority-'))
    shell(CREATE_AUTHORITY.replaceAll('authority of the plant', 'another authority') + ISSUE, folder)
    return folder
  }

  const serialOfFile = () => {
    const serial = shell('openssl x509 -in plinth.pem -noout -serial').trim().replace('serial=', '0x')
    return BigInt(serial).toString()
  }

  const OF_SERVICE = `FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE usename = 'plinth'`

  /** Returns the serial numbers of the certificates of the service's connections. */
  async function serialsInUse(): Promise<string[]> {
    const { rows } = await superuser.query(`SELECT DISTINCT client_serial::text AS serial ${OF_SERVICE}`)
    return rows.map(({ serial }) => serial)
  }

  const endConnections = () => superuser.query(`SELECT pg_terminate_backend(pid) ${OF_SERVICE}`)
  const isReady = async () => (await service.client.get('/health/ready')).status === 200
})

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { run } from './support/run.js'
import { REPO_ROOT, workFolder } from './support/work-folder.js'

const DAY_MS = 86_400_000
const LOCK = JSON.parse(readFileSync(join(REPO_ROOT, 'package-lock.json'), 'utf8'))
const installed = (name: string): string => LOCK.packages[`node_modules/${name}`].version

interface Report {
  readonly severity: string
  /** Versions that fix the vulnerability, each with its age in days. */
  readonly fixed?: Readonly<Record<string, number>>
  readonly id?: string
}

/** A registry that knows only the packages about which it has reports. */
class Registry {
  readonly #server: Server
  readonly #reports: Readonly<Record<string, Report>>

  static async start(reports: Readonly<Record<string, Report>>): Promise<Registry> {
    const registry = new Registry(reports)
    await once(registry.#server.listen(0, '127.0.0.1'), 'listening')
    return registry
  }

  private constructor(reports: Readonly<Record<string, Report>>) {
    this.#reports = reports
    this.#server = createServer(async (request, response) => {
      const result = request.method === 'POST' ? await this.#reportsFor(request) : this.#package(request.url ?? '')
      response.writeHead(result ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(result ?? {}))
    })
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
  }

  /** Returns the response to the request of `npm audit`, which lists the versions of all packages. */
  async #reportsFor(request: IncomingMessage): Promise<object | undefined> {
    const listed = Object.keys(JSON.parse(gunzipSync(await buffer(request)).toString()))
    if (request.url !== '/-/npm/v1/security/advisories/bulk') return undefined
    const known = Object.entries(this.#reports).filter(([name]) => listed.includes(name))
    return Object.fromEntries(known.map(([name, report], index) => [name, [this.#advisory(name, report, index)]]))
  }

  #advisory(name: string, { severity, id = `GHSA-${name}` }: Report, index: number): object {
    const [url, title] = [`https://github.com/advisories/${id}`, `a vulnerability in ${name}`]
    return { id: index + 1, url, title, severity, vulnerable_versions: `<=${installed(name)}`, cwe: [], cvss: {} }
  }

  #package(path: string): object | undefined {
    const name = decodeURIComponent(path.slice(1))
    const report = this.#reports[name]
    if (!report) return undefined
    const ages = { '0.0.1': 2_000, [installed(name)]: 1_000, ...report.fixed }
    const dates = Object.entries(ages).map(([version, days]) => [version, new Date(Date.now() - days * DAY_MS)])
    const versions = Object.keys(ages).map((version) => [version, { name, version, dist: { tarball: 'http://none' } }])
    const latest = Object.keys(ages).at(-1)
    return { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions), time: Object.fromEntries(dates) }
  }
}

/** Runs the check against a registry with these reports, and returns the lines that it prints. */
async function check(reports: Readonly<Record<string, Report>>, ...options: readonly string[]) {
  const registry = await Registry.start(reports)
  try {
    return await checkWith(registry.url, ...options)
  } finally {
    registry.stop()
  }
}

async function checkWith(url: string, ...options: readonly string[]) {
  const variables = {
    npm_config_registry: url,
    npm_config_cache: await workFolder('npm-cache'),
    npm_config_fetch_retries: '0',
  }
  const args = ['--import', 'tsx', '.changeset/overdue.ts', ...options]
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: REPO_ROOT, variables })
  return { code, lines: stdout.trim().split('\n'), stderr: stderr.trim() }
}

describe('the check of overdue dependencies', () => {
  it('succeeds if there is no report about a runtime dependency', async () => {
    const { code, lines, stderr } = await check({ mocha: { severity: 'critical' } })

    expect([code, stderr]).to.deep.equal([0, ''])
    expect(lines).to.deep.equal(['Overdue reports about runtime dependencies: 0'])
  })

  it('fails if a fix has been there for longer than its severity allows', async () => {
    const { code, lines } = await check({
      knex: { severity: 'critical', fixed: { '98.0.0': 8, '99.0.0': 1, '99.0.1-rc.1': 30 } },
      pg: { severity: 'high', fixed: { '99.0.0': 31 } },
      yup: { severity: 'moderate', fixed: { '99.0.0': 91 } },
    })

    expect(code).to.equal(1)
    expect(lines.map((line) => line.replace(/ \d+\.\d+\.\d+ .*/, ''))).to.have.members([
      'overdue: knex',
      'overdue: pg',
      'overdue: yup',
      'Overdue reports about runtime dependencies: 3',
    ])
    const text = `(critical): a vulnerability in knex, https://github.com/advisories/GHSA-knex; fixed on ${daysAgo(8)}`
    expect(lines).to.include(`overdue: knex ${installed('knex')} ${text}`)
  })

  it('succeeds if fixes are newer, and says until when they must be installed', async () => {
    const { code, lines } = await check({
      knex: { severity: 'critical', fixed: { '99.0.0': 6 } },
      pg: { severity: 'high', fixed: { '99.0.0': 29 } },
      yup: { severity: 'low', fixed: { '99.0.0': 89 } },
    })

    expect(code).to.equal(0)
    expect(lines.filter((line) => line.startsWith(`until ${daysAgo(-1)}: `))).to.have.length(3)
  })

  it('fails if no version fixes a report', async () => {
    const { code, lines } = await check({ knex: { severity: 'low' } })

    expect(code).to.equal(1)
    expect(lines[0]).to.match(/^overdue: knex .*; no version fixes it: replace it, or explain the report/)
  })

  it('accepts the reports that the security page explains, and no others about these packages', async () => {
    const explained = await check({
      'fast-redact': { severity: 'low', id: 'GHSA-ffrw-9mx8-89p8' },
      formidable: { severity: 'critical', id: 'GHSA-8cp3-66vr-3r4c', fixed: { '3.2.4': 1_000 } },
    })
    const other = await check({ formidable: { severity: 'critical', id: 'GHSA-ffrw-9mx8-89p8' } })

    expect(explained.code).to.equal(0)
    expect(other.lines.join()).to.match(/^overdue: formidable .*Overdue reports about runtime dependencies: 1$/)
  })

  it('fails if the registry cannot be asked, unless an option allows that', async () => {
    const registry = createServer((_, response) => response.writeHead(405).end()).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`

    const refused = await checkWith(url)
    const allowed = await checkWith(url, '--without-registry')
    registry.close()

    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.match(/^npm audit could not ask the registry: 405 .*\n.* -- --without-registry$/)
    expect(allowed).to.deep.equal({
      code: 0,
      lines: ['The registry was not asked about vulnerabilities.'],
      stderr: '',
    })
  })
})

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

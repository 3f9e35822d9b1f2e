import { type SignedIn, type TestClient, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** Headers that differ between any two responses, or that describe the transfer of a body. */
const VARYING_HEADERS = ['x-request-id', 'date', 'transfer-encoding']
/** Responses that change on their own: figures of requests, and events that are sealed meanwhile. */
const CHANGING_PATHS: ReadonlySet<string> = new Set(['/metrics', '/overview', '/audit', '/audit/own', '/audit/export'])
/** Values of path parameters. */
const PARAMETERS: Readonly<Record<string, string>> = { username: 'sudo', file: 'start.js', table: 'Units' }

describe('a HEAD request', () => {
  let app: App
  let sudo: SignedIn
  before(async () => {
    const [database] = testDatabases
    if (!database) throw new Error('there is no database to test on')
    app = await startApp({ database })
    sudo = await app.signIn('sudo')
  })
  after(() => app.stop())

  for (const who of ['sudo', 'anonymous']) {
    it(`gets the response of GET without the body, on every path (${who})`, async () => {
      const client = who === 'sudo' ? sudo : app
      const differences: string[] = []
      for (const { path: template } of app.kernel.routes.filter(isGetWithEnd)) {
        const path = template.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? 'unknown')
        const [head, get] = [await responseTo(client, 'HEAD', path), await responseTo(client, 'GET', path)]
        if (head.text !== '' || JSON.stringify(head.response) !== JSON.stringify(get.response))
          differences.push(`${path}: ${JSON.stringify([head, get])}`)
      }

      expect(differences).to.deep.equal([])
    })
  }

  for (const path of ['/settings/export_config', '/settings/canonical_config']) {
    it(`for an export does not read the configuration: ${path}`, async () => {
      const { status } = await sudo.send('HEAD', path)

      await until(() => app.services.exportService.activeCount === 0)
      expect(status).to.equal(200)
      expect(app.services.exportService.results).to.deep.include({ failed: 0 })
    })
  }

  it('on a path without GET gets 405', async () => {
    const response = await app.send('HEAD', '/settings/update')

    expect([response.status, response.headers.allow]).to.deep.equal([405, 'PUT'])
  })
})

/** The response to `GET /settings/log` has no end. */
const isGetWithEnd = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path !== '/settings/log'

async function responseTo(client: Pick<TestClient, 'send'>, method: string, path: string) {
  const { status, headers, text } = await client.send(method, path)
  const ignored = CHANGING_PATHS.has(path) ? [...VARYING_HEADERS, 'content-length'] : VARYING_HEADERS
  const compared = Object.entries(headers).filter(([name]) => !ignored.includes(name))
  return { response: { status, headers: Object.fromEntries(compared.sort()) }, text }
}

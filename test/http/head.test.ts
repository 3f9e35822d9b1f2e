import { type SignedIn, type TestClient, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** Headers that differ between any two responses or describe the transfer of a body. */
const OF_ONE_ANSWER = ['x-request-id', 'date', 'transfer-encoding']
/** Values of path parameters. */
const PARAMETERS: Readonly<Record<string, string>> = { username: 'sudo', file: 'start.js' }

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

  for (const who of ['sudo', 'nobody']) {
    it(`gets the response of GET without the body, on every path (${who})`, async () => {
      const client = who === 'sudo' ? sudo : app
      const wrong: string[] = []
      for (const { path: template } of app.kernel.routes.filter(({ method }) => method === 'GET')) {
        const path = template.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? 'nobody')
        const [head, get] = [await seen(client, 'HEAD', path), await seen(client, 'GET', path)]
        if (head.text !== '' || JSON.stringify(head.answer) !== JSON.stringify(get.answer))
          wrong.push(`${path}: ${JSON.stringify([head, get])}`)
      }

      expect(wrong).to.deep.equal([])
    })
  }

  it('does not read a configuration that is not sent', async () => {
    const { status } = await sudo.send('HEAD', '/settings/export_config')

    await until(() => app.services.exportService.underWay === 0)
    expect(status).to.equal(200)
    expect(app.services.exportService.endings).to.deep.include({ failed: 0 })
  })

  it('on a path without GET gets 405', async () => {
    const answer = await app.send('HEAD', '/settings/update')

    expect([answer.status, answer.headers.allow]).to.deep.equal([405, 'PUT'])
  })
})

async function seen(client: Pick<TestClient, 'send'>, method: string, path: string) {
  const { status, headers, text } = await client.send(method, path)
  // The metrics count each request
  const unlike = path === '/metrics' ? [...OF_ONE_ANSWER, 'content-length'] : OF_ONE_ANSWER
  const kept = Object.entries(headers).filter(([name]) => !unlike.includes(name))
  return { answer: { status, headers: Object.fromEntries(kept.sort()) }, text }
}

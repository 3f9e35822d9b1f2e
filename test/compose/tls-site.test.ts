import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type Service, serve, variablesFor } from '../support/service-process.js'

const NAME = 'plinth.plant.example'
const LOGIN = JSON.stringify({ username: 'sudo', password: 'battery staple 7', session: 'cookie' })

describe('the nginx site in docs/operations.md', () => {
  let folder: string
  let database: TempDatabase
  let service: Service
  let nginx: ChildProcess
  let port: number
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-site-'))
    database = await (testDatabases[0] as (typeof testDatabases)[number]).create()
    service = await serve({
      ...variablesFor(database),
      PLINTH_SUDO_PASSWORD: 'battery staple 7',
      PLINTH_TRUSTED_PROXIES: '127.0.0.1',
    })
    port = await freePort()
    nginx = spawn('nginx', ['-c', await configuration(folder, port, new URL(service.url).port)], { stdio: 'ignore' })
    await until(async () => (await send('GET', '/api/health/live').catch(() => undefined))?.status === 200)
  })
  after(async () => {
    nginx?.kill()
    service?.kill()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a request over TLS to the name of the site, or to another one. */
  async function send(method: string, path: string, headers: IncomingHttpHeaders = {}, body = '', servername = NAME) {
    const options = { host: '127.0.0.1', port, servername, rejectUnauthorized: false, method, path, agent: false }
    const sent = request({ ...options, headers: { Host: `${NAME}:${port}`, ...headers } }).end(body)
    const [response] = await once(sent, 'response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  const logIn = (headers: IncomingHttpHeaders) =>
    send(
      'POST',
      '/api/users/login',
      { 'Content-Type': 'application/json', 'X-Plinth-Session': 'cookie', ...headers },
      LOGIN,
    )

  it('lets the console log in with a cookie, and adds HSTS', async () => {
    const { status, headers } = await logIn({ Origin: `https://${NAME}:${port}` })

    expect(status).to.equal(200)
    expect(headers['set-cookie']?.join()).to.match(/^__Host-plinth=/)
    expect(headers['strict-transport-security']).to.match(/max-age=31536000/)
  })

  it('lets no client choose the origin, or its address', async () => {
    const forged = { Origin: 'https://evil.test', 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-For': '203.0.113.7' }

    const { status, body, headers } = await logIn(forged)
    const lineOf = () => service.logLines.map((line) => JSON.parse(line)).find(isAboutRequest)
    const isAboutRequest = (line: { request_id?: string }) => line.request_id === headers['x-request-id']
    await until(() => lineOf() !== undefined)

    expect([status, JSON.parse(body).code]).to.deep.equal([403, 'FOREIGN_ORIGIN'])
    expect(lineOf().address).to.equal('127.0.0.1')
  })

  it('hides the metrics, and serves no other name', async () => {
    for (const path of ['/api/metrics', '/api/metrics/']) expect((await send('GET', path)).status).to.equal(404)

    const refused = await send('GET', '/api/health/live', {}, '', 'other.example').catch((error: Error) => error)
    expect(refused).to.be.an.instanceOf(Error)
  })
})

/** Writes the site of the document, with the files and ports of this test, into a configuration of nginx. */
async function configuration(folder: string, port: number, servicePort: string): Promise<string> {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, site = ''] = page.split('```nginx\n')
  const [key, certificate] = [join(folder, 'plinth.key'), join(folder, 'plinth.pem')]
  const names = ['-subj', `/CN=${NAME}`, '-days', '1', '-nodes', '-newkey', 'rsa:2048']
  execFileSync('openssl', ['req', '-x509', ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const adapted = (site.split('```')[0] ?? '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/plinth.pem', certificate)
    .replace('/etc/ssl/plinth.key', key)
    .replace('127.0.0.1:8050', `127.0.0.1:${servicePort}`)
  const file = join(folder, 'nginx.conf')
  const folders = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const http = `access_log off;\n${folders.join('\n')}\n${adapted}`
  await writeFile(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${http}\n}\n`,
  )
  return file
}

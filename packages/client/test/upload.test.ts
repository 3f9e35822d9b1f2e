import { truncate, writeFile } from 'node:fs/promises'
import {
  type ConfigurationContent,
  createClient,
  PlinthApiError,
  PlinthImportRefusedError,
  PlinthNetworkError,
  PlinthUnexpectedResponseError,
} from '@plinth/client'
import { expect } from 'chai'
import nock from 'nock'
import { type LocalServer, serveLocally } from './support/local-server.js'
import { rejection } from './support/rejection.js'
import { withTemporaryFile } from './support/temporary-file.js'

const REPORT = {
  message: 'Done',
  summary: { imported: 1, skipped: 0, errors: 1 },
  results: { imported: {}, skipped: {}, errors: { Tags: ['a: is wrong'] } },
}
const JSON_TYPE = { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' }
const MiB = 2 ** 20

describe('an upload', () => {
  let server: LocalServer
  let received: { bytes: number; type: string; head: string; url: string }
  let status: number
  before(() => nock.restore()) // nock would store a copy of the request
  after(() => nock.activate())
  beforeEach(async () => {
    status = 200
    received = { bytes: 0, type: '', head: '', url: '' }
    server = await serveLocally((request, response) => {
      Object.assign(received, { type: request.headers['content-type'], url: request.url })
      request.on('data', (chunk: Buffer) => {
        if (received.head.length < 300) received.head += chunk.toString('latin1', 0, 300)
        received.bytes += chunk.length
      })
      request.on('end', () => response.writeHead(status, JSON_TYPE).end(JSON.stringify(REPORT)))
    })
  })
  afterEach(() => server.stop())

  it('reports the bytes sent and the total', async () => {
    const progress: [number, number | undefined][] = []
    const source = new Blob([new Uint8Array(100_000), new Uint8Array(100_000)])

    await createClient({ url: server.url }).importConfiguration(source, {
      onProgress: (...args) => progress.push(args),
    })

    expect(progress.length).to.be.greaterThan(1)
    expect(progress.map(([, total]) => total)).to.satisfy((totals: number[]) => totals.every((one) => one === 200_000))
    expect(progress.at(-1)).to.deep.equal([200_000, 200_000])
  })

  it('sends a file name and the requested options', async () => {
    const file = new File(['{}'], 'plant "a"\r\n.json')

    await createClient({ url: server.url }).importConfiguration(file, { dryRun: true })

    expect(received.head).to.include('name="file"; filename="plant %22a%22%0D%0A.json"\r\n')
    expect(received.url).to.equal('/api/settings/import_config?dry_run=true&atomic=false')
  })

  it('is sent as FormData where streams cannot be sent', async () => {
    await createClient({ url: server.url, streamUploads: false }).importConfiguration(new Blob(['{"a":1}']))

    expect(received.type).to.match(/^multipart\/form-data; boundary=/)
    expect(received.head).to.match(/name="file"; filename="configuration.json"[\s\S]*\r\n\r\n\{"a":1\}\r\n--/)
  })

  it('of a stream is rejected where streams cannot be sent', async () => {
    const client = createClient({ url: server.url, streamUploads: false })

    const error = await rejection(client.importConfiguration(new Blob(['{}']).stream()))

    expect(error).to.be.instanceOf(TypeError).and.have.property('message').that.includes('pass a Blob or a File')
  })

  for (const [how, streamUploads] of [
    ['as a stream', true],
    ['as a form', false],
  ] as const) {
    it(`of 192 MiB is not buffered in memory, sent ${how}`, async function () {
      this.timeout(60_000)
      const write = async (path: string) => {
        await writeFile(path, '')
        await truncate(path, 192 * MiB)
      }
      await withTemporaryFile(write, async (source) => {
        const peak = await peakMemoryDuring(() =>
          createClient({ url: server.url, streamUploads }).importConfiguration(source),
        )

        expect(received.bytes).to.be.greaterThan(192 * MiB)
        expect(peak).to.be.lessThan(96 * MiB)
      })
    })
  }

  it('that the service refuses as a whole throws an error with the report', async () => {
    status = 422

    const error = await rejection(createClient({ url: server.url }).importConfiguration('{}', { atomic: true }))

    expect(error).to.be.instanceOf(PlinthImportRefusedError).and.instanceOf(PlinthApiError)
    expect(error).to.deep.include({ status: 422, code: 'IMPORT_REFUSED', requestId: 'r-1', report: REPORT })
  })

  it('fails with the error of its source, not of the network', async () => {
    const fault = new Error('the disk is gone')
    const source = (async function* () {
      yield new TextEncoder().encode('{')
      throw fault
    })()

    expect(await rejection(createClient({ url: server.url }).importConfiguration(source))).to.equal(fault)
  })

  it('ends when its signal is aborted, and closes its source', async () => {
    const stop = new AbortController()
    let reportClosed = () => {}
    const closed = new Promise<void>((resolve) => {
      reportClosed = resolve
    })
    const source = (async function* () {
      try {
        for (;;) yield new Uint8Array(1_000)
      } finally {
        reportClosed()
      }
    })()
    const reason = new Error('no longer wanted')

    const importing = createClient({ url: server.url }).importConfiguration(source, {
      signal: stop.signal,
      onProgress: (sentBytes) => sentBytes > 100_000 && stop.abort(reason),
    })

    expect(await rejection(importing)).to.equal(reason)
    await closed
  })

  it('whose connection is cut throws a PlinthNetworkError', async () => {
    const cutting = await serveLocally((request) => request.once('data', () => request.socket.destroy()))

    const error = await rejection(createClient({ url: cutting.url }).importConfiguration(new Blob(['{}'])))

    expect(error).to.be.instanceOf(PlinthNetworkError)
    await cutting.stop()
  })

  for (const streamUploads of [true, false]) {
    it(`that is redirected throws a PlinthUnexpectedResponseError, sent as a ${streamUploads ? 'stream' : 'form'}`, async () => {
      const redirecting = await serveLocally((_, response) =>
        response.writeHead(307, { Location: `${server.url}/settings/import_config` }).end(),
      )
      const client = createClient({ url: redirecting.url, streamUploads })

      const error = await rejection(client.importConfiguration('{}'))

      await redirecting.stop()
      expect(error)
        .to.be.instanceOf(PlinthUnexpectedResponseError)
        .and.have.property('message')
        .that.includes('it redirects')
      expect(received.bytes).to.equal(0)
    })
  }

  const bytes = new TextEncoder().encode('{"a":1}')
  for (const [what, source] of [
    ['an ArrayBuffer', bytes.buffer.slice(0, bytes.length)],
    ['a DataView', new DataView(bytes.buffer, 0, bytes.length)],
    ['a typed array', new Uint8ClampedArray(bytes)],
  ] as [string, ConfigurationContent][]) {
    it(`accepts ${what}`, async () => {
      await createClient({ url: server.url }).importConfiguration(source)

      expect(received.head).to.match(/\r\n\r\n\{"a":1\}/)
    })
  }

  for (const source of [null, 7, { data: {} }, [new Uint8Array(1)], () => undefined]) {
    it(`of ${JSON.stringify(source) ?? 'a function that returns nothing'} is rejected with the accepted types`, async () => {
      const importing = createClient({ url: server.url }).importConfiguration(source as unknown as string)

      expect(await rejection(importing))
        .to.be.instanceOf(TypeError)
        .and.have.property('message')
        .that.matches(/^A configuration must be a string, bytes, a Blob/)
    })
  }
})

/** Returns the largest growth of the memory of buffers, in bytes. */
async function peakMemoryDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
  }, 5)
  await work().finally(() => clearInterval(watch))
  return peak
}

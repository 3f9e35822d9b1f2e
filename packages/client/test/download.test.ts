import { type ConfigurationExport, createClient, PlinthNetworkError } from '@plinth/client'
import { expect } from 'chai'
import { type LocalServer, serveLocally } from './support/local-server.js'
import { rejection } from './support/rejection.js'

const WHOLE = '{"version":"1.0","data":{"Tags":[{"name":"a \\"}]}{["}]}}\n'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const ATTACHMENT = { ...JSON_TYPE, 'Content-Disposition': 'attachment; filename="configuration_export.json"' }

describe('a download', () => {
  let server: LocalServer | undefined
  afterEach(() => server?.stop())

  const download = async (
    handle: Parameters<typeof serveLocally>[0],
    options?: Parameters<ReturnType<typeof createClient>['exportConfiguration']>[0],
  ): Promise<ConfigurationExport> => {
    server = await serveLocally(handle)
    return createClient({ url: server.url }).exportConfiguration(options)
  }
  const textOf = ({ stream }: ConfigurationExport) => new Response(stream).text()

  it('returns the exact bytes, their number and the file name', async () => {
    const progress: number[] = []
    const half = WHOLE.length / 2
    const exported = await download(
      (_, response) => {
        response.writeHead(200, ATTACHMENT)
        response.write(WHOLE.slice(0, half), () => setImmediate(() => response.end(WHOLE.slice(half))))
      },
      { onProgress: (bytesSoFar) => progress.push(bytesSoFar) },
    )

    expect(exported.filename).to.equal('configuration_export.json')
    expect(await textOf(exported)).to.equal(WHOLE)
    expect(progress.at(-1)).to.equal(WHOLE.length)
    expect(progress).to.deep.equal([...progress].sort((a, b) => a - b))
  })

  it('has a file name even if the header is hidden, and never one that refers to a folder', async () => {
    for (const name of [undefined, '"../a"', '".."', '"."', '".. "', '..', '""']) {
      const headers = { ...JSON_TYPE, ...(name && { 'Content-Disposition': `attachment; filename=${name}` }) }
      const { filename, stream } = await download((_, response) => response.writeHead(200, headers).end(WHOLE))
      await stream.cancel()
      await server?.stop()

      expect(filename, name).to.equal('configuration_export.json')
    }
  })

  it('may consist of a single chunk', async () => {
    const exported = await download((_, response) => response.writeHead(200, ATTACHMENT).end(WHOLE))

    expect(await textOf(exported)).to.equal(WHOLE)
  })

  it('that is cut off ends in an error', async () => {
    const exported = await download((_, response) => {
      response.writeHead(200, ATTACHMENT)
      response.write(WHOLE.slice(0, 20), () => response.destroy())
    })

    const error = await rejection(textOf(exported))

    expect(error).to.be.instanceOf(PlinthNetworkError)
    expect(error.message).to.match(/^GET \/api\/settings\/export_config: the response was cut off/)
  })

  // twice in the string that contains brackets, after the record, and at the beginning
  for (const end of [WHOLE.indexOf('}]'), WHOLE.indexOf('}]}}') + 1, WHOLE.indexOf('"}]}{["') + 3, 0]) {
    it(`that a proxy has cut off after ${end} bytes and closed cleanly ends in an error too`, async () => {
      const exported = await download((_, response) => response.writeHead(200, ATTACHMENT).end(WHOLE.slice(0, end)))

      const error = await rejection(textOf(exported))

      expect(error).to.be.instanceOf(PlinthNetworkError)
      expect(error.message).to.equal(`The export was cut off after ${end} bytes.`)
    })
  }

  it('ends as soon as its signal is aborted, and its connection is closed', async () => {
    const stop = new AbortController()
    let reportClosed = () => {}
    const closed = new Promise<void>((resolve) => {
      reportClosed = resolve
    })
    const { stream } = await download(
      (_, response) => {
        response.writeHead(200, ATTACHMENT).write(WHOLE.slice(0, 20))
        response.once('close', reportClosed)
      },
      { signal: stop.signal },
    )
    const reader = stream.getReader()
    await reader.read()
    const reason = new Error('no longer wanted')

    stop.abort(reason)

    expect(await rejection(reader.read())).to.equal(reason)
    await closed
  })

  it('closes its connection when it is cancelled', async () => {
    let reportClosed = (_hasSentAll: boolean) => {}
    const closed = new Promise<boolean>((resolve) => {
      reportClosed = resolve
    })
    const { stream } = await download((_, response) => {
      response.writeHead(200, ATTACHMENT).write(WHOLE.slice(0, 20))
      response.once('close', () => reportClosed(response.writableFinished))
    })

    await stream.cancel()

    expect(await closed, 'everything was sent').to.equal(false)
  })
})

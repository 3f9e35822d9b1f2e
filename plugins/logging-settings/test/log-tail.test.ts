import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, type SignedIn, startTestApp, TEST_PASSWORD, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { DRIVER_ERRORS, DriverHook } from '../../../test/support/driver-hook.js'

interface ServerSentEvent {
  readonly name: string
  readonly id: number
  readonly data: string
}

/** A client that follows the log. */
class Tail {
  text = ''
  hasEnded = false
  wasCut = false
  readonly response: IncomingMessage
  readonly #request: ClientRequest

  constructor(call: ClientRequest, response: IncomingMessage) {
    this.#request = call
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      this.text += text
    })
    response.on('end', () => {
      this.hasEnded = true
    })
    response.on('error', () => {
      this.wasCut = true
    })
  }

  static open(app: App, key: string, query = ''): Promise<Tail> {
    return new Promise((resolve, reject) => {
      const headers = { 'X-API-KEY': key }
      const call = request(`${app.url}/settings/log${query}`, { headers, agent: false }, (response) =>
        resolve(new Tail(call, response)),
      )
      call.on('error', reject)
      call.end()
    })
  }

  close(): void {
    this.#request.destroy()
  }

  get events(): ServerSentEvent[] {
    const blocks = this.text.split('\n\n').filter((block) => /^data: /m.test(block))
    return blocks.map((block) => {
      const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
      return { name: field('event') ?? 'message', id: Number(field('id')), data: field('data') ?? '' }
    })
  }

  get lines(): string[] {
    return this.events.filter(({ name }) => name === 'message').map(({ data }) => data)
  }
}

describe('the live tail of the log', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let tails: Tail[] = []
    /** How many ms the clock of the service is ahead. */
    let aheadMs = 0
    beforeEach(async () => {
      aheadMs = 0
      app = await startApp({ database, clock: { now: () => Date.now() + aheadMs } })
      sudo = await app.signIn('sudo')
    })
    afterEach(async () => {
      for (const tail of tails) tail.close()
      tails = []
      await app.stop()
    })
    const open = async (query = '', key = sudo.key) => {
      const tail = await Tail.open(app, key, query)
      tails.push(tail)
      return tail
    }
    const write = (message: string, fields: object = {}) => app.services.logControl.logger.info(fields, message)

    it('has the last lines, and then each line as it is written', async () => {
      write('before')

      const tail = await open()
      write('after')

      await until(() => tail.lines.some((line) => line.includes('"after"')))
      expect(tail.response.statusCode).to.equal(200)
      expect(tail.response.headers).to.include({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      expect(app.logLines.slice(-tail.lines.length)).to.deep.equal(tail.lines)
      expect(tail.lines.filter((line) => /"msg":"(before|after)"/.test(line))).to.have.length(2)
      const ids = tail.events.map(({ id }) => id)
      expect(ids).to.deep.equal(ids.map((_, index) => (ids[0] ?? 0) + index))
    })

    it('begins with at most 500 lines and 512 KB', async () => {
      for (let line = 0; line < 700; line += 1) write(`line ${line}`)
      const many = await open()
      await until(() => many.lines.length === 500)

      for (let line = 0; line < 20; line += 1) write(`large ${line}`, { text: 'x'.repeat(50_000) })
      write('too large', { text: 'x'.repeat(300_000) })
      const large = await open()
      write('end')
      await until(() => large.lines.some((line) => line.includes('"end"')))

      const kept = large.lines.filter((line) => line.includes('"large'))
      expect(kept.length).to.be.within(1, 5)
      expect(kept.at(-1)).to.include('large 19')
      expect(large.lines.some((line) => line.includes('too large'))).to.equal(false)
    })

    it('omits lines below a level', async () => {
      app.services.logControl.logger.warn({}, 'early warning')
      write('early information')

      const tail = await open('?level=30')
      write('information')
      app.services.logControl.logger.error({}, 'error')

      await until(() => tail.lines.some((line) => line.includes('"error"')))
      expect(tail.lines.map((line) => JSON.parse(line).msg)).to.deep.equal(['early warning', 'error'])
    })

    it('contains no secret, and no line of another event in a line', async () => {
      const tail = await open()

      write('one\r\n\r\ndata: two\n\nevent: dropped', { password: 'swordfish', nested: { apiKey: 'swordfish' } })

      await until(() => tail.lines.some((line) => line.includes('data: two')))
      expect(tail.text).not.to.include('swordfish')
      expect(tail.text).not.to.include(sudo.key)
      expect(tail.events.filter(({ name }) => name === 'dropped')).to.deep.equal([])
      expect(tail.lines.map((line) => JSON.parse(line).msg)).to.include('one\r\n\r\ndata: two\n\nevent: dropped')
    })

    it('says how many lines a slow reader has missed, and keeps no more than a bounded number', async () => {
      const tail = await open()
      await until(() => tail.lines.length > 0)
      tail.response.pause()
      const text = 'x'.repeat(1_000)
      const before = tail.lines.length

      const [batches, linesPerBatch] = [40, 500]
      for (let batch = 0; batch < batches; batch += 1) {
        for (let line = 0; line < linesPerBatch; line += 1) write('flood', { text })
        await new Promise(setImmediate)
      }
      tail.response.resume()
      write('last')

      await until(() => tail.events.some(({ name }) => name === 'dropped'))
      await until(() => {
        write('later')
        return tail.lines.some((line) => line.includes('"later"'))
      })
      const dropped = tail.events.filter(({ name }) => name === 'dropped').map(({ data }) => Number(data))
      const received = tail.lines.slice(before).filter((line) => line.includes('"flood"')).length
      const missed = batches * linesPerBatch - received
      expect(missed).to.be.above(5_000)
      // One line after the flood may be missed too.
      expect(dropped.reduce((sum, count) => sum + count, 0)).to.be.within(missed, missed + 1)
    })

    for (const [how, end] of [
      ['its session is ended', () => sudo.delete('/users/admin/sessions')],
      ['its user is disabled', () => sudo.patch('/users/admin', { disabled: true })],
      ['its role is lowered', () => sudo.patch('/users/admin', { role_name: 'operator' })],
    ] as const) {
      it(`ends within 5 s when ${how}`, async () => {
        const { key } = await app.signIn('admin')
        const [tail, other] = [await open('', key), await open()]
        const begin = performance.now()

        await end()

        await until(() => tail.hasEnded)
        expect(performance.now() - begin).to.be.below(5_000)
        expect(other.hasEnded).to.equal(false)
      })
    }

    it('ends ten seconds after a confirmation of the login has replaced its key, and not with the new key', async () => {
      const { key } = await app.signIn('admin')
      const tail = await open('', key)
      const { body } = await app.withKey(key).post('/users/confirm', { password: TEST_PASSWORD })
      const other = await open('', body.apiKey)

      aheadMs = 10_000

      await until(() => tail.hasEnded)
      expect(other.hasEnded).to.equal(false)
    })

    for (const error of DRIVER_ERRORS[database.name] ?? []) {
      it(`works again after each statement failed with ${error.name}`, async () => {
        const { key } = await app.signIn('admin')
        const tail = await open()
        const hook = new DriverHook()
        hook.install()
        hook.watch(error.make)
        const login = await app.logIn('sudo', TEST_PASSWORD)
        const { response } = await open('', key)
        hook.restore()

        const next = await open()
        write('afterwards')

        expect(login.status).to.be.oneOf([400, 503])
        expect(response.statusCode).to.be.oneOf([200, 400, 503]) // 200 if the key needed no statement
        await until(() => next.lines.some((line) => line.includes('"afterwards"')))
        await until(() => tail.hasEnded || tail.wasCut || tail.lines.some((line) => line.includes('"afterwards"')))
      })
    }

    it('ends at a stop, which waits for no reader', async () => {
      const stuck = await open()
      stuck.response.pause()
      for (let line = 0; line < 5_000; line += 1) write('flood', { text: 'x'.repeat(2_000) })
      const reader = await open()
      write('last')
      await until(() => reader.lines.some((line) => line.includes('"last"')))
      const begin = performance.now()

      await app.kernel.stop()

      expect(performance.now() - begin).to.be.below(4_000)
      await until(() => reader.hasEnded)
      stuck.response.resume()
      await until(() => stuck.hasEnded || stuck.wasCut)
    })

    it('is for eight clients at a time', async () => {
      const opened = await Promise.all(Array.from({ length: 8 }, () => open()))

      const refused = await sudo.get('/settings/log')

      expect(opened.map(({ response }) => response.statusCode)).to.deep.equal(Array(8).fill(200))
      expect(refused.status).to.equal(503)
      expect(refused.headers['retry-after']).to.equal('5')
      expect(refused.body.code).to.equal('TOO_MANY_TAILS')
      opened[0]?.close()
      await until(async () => (await open()).response.statusCode === 200)
    })

    it('responds to HEAD with the headers of GET, and opens no tail', async () => {
      for (let time = 0; time < 20; time += 1) {
        const { status, headers } = await sudo.send('HEAD', '/settings/log')
        expect([status, headers['content-type']]).to.deep.equal([200, 'text/event-stream'])
      }
    })

    it('is logged as a request that took until the tail began', async () => {
      const tail = await open()
      write('while it is open')
      await until(() => tail.lines.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 300))
      tail.close()

      const find = () => app.logLines.map((line) => JSON.parse(line)).find(({ route }) => route === '/settings/log')
      await until(() => find() !== undefined)
      expect(find().ms).to.be.below(250)
    })

    for (const query of ['?level=15', '?level=60', '?level=debug', '?other=1']) {
      it(`is refused for ${query}`, async () => {
        expect((await sudo.get(`/settings/log${query}`)).body.code).to.equal('INVALID_PARAMETERS')
      })
    }
  })

  it('has the lines of a host with its own logger, from the first client on', async () => {
    const [sqlite] = testDatabases
    if (!sqlite) throw new Error('there is no SQLite')
    const written: string[] = []
    const methodWith = (bound: object) => (fields: object, message?: string) =>
      written.push(JSON.stringify({ ...bound, ...fields, message }))
    const loggerWith = (bound: object): object => {
      const method = methodWith(bound)
      const methods = { trace: method, debug: method, info: method, warn: method, error: method, fatal: method }
      return { ...methods, child: (fields: object) => loggerWith({ ...bound, ...fields }) }
    }
    const app = await startTestApp({
      database: sqlite,
      kernel: (options) => createStandardKernel({ ...options, logger: loggerWith({}) as never }),
    })
    const tail = await Tail.open(app, (await app.signIn('sudo')).key)

    app.services.logControl.logger.child({ plugin: 'pumps' }).warn({ password: 'swordfish', pump: 7 }, 'pump stopped')

    await until(() => tail.lines.length > 0)
    const { time, ...line } = JSON.parse(tail.lines[0] ?? '')
    expect(line).to.deep.equal({
      name: 'plinth',
      plugin: 'pumps',
      level: 40,
      password: '[redacted]',
      pump: 7,
      msg: 'pump stopped',
    })
    expect(Date.parse(time)).to.be.above(0)
    expect(written.at(-1)).to.include('pump stopped')
    tail.close()
    await app.stop()
  })
})

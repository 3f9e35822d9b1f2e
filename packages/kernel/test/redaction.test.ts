import type { Kernel, KernelServices, Logger } from '@plinth/kernel'
import { expect } from 'chai'
import { inMemory, kernelsOfSuite } from './support/kernels.js'
import { logPlugin } from './support/log-plugin.js'

const SECRET = 'hunter2-and-more'

describe('redaction', () => {
  const newKernel = kernelsOfSuite()

  for (const [output, kernelWith] of [
    ['the log of the kernel', kernelWithLines],
    ["a host's own logger", kernelWithHostLogger],
  ] as const) {
    describe(`in ${output}`, () => {
      let linesSoFar: () => string[]
      let log: Logger
      beforeEach(async () => {
        const [kernel, lines] = kernelWith((options) => newKernel({ ...inMemory, ...options }))
        linesSoFar = lines
        const logging = kernel.use(logPlugin)
        await logging.start()
        log = logging.services.exposedLog.log
      })
      const lastLine = () => JSON.parse(linesSoFar().at(-1) ?? '')

      for (const name of [
        'password',
        'new_password',
        'currentPassword',
        'sudoPassword',
        'passwd',
        'passphrase',
        'pass',
        'secret',
        'secretKey',
        'client_secret',
        'PLINTH_SECRET_KEY',
        'apiKey',
        'api_key',
        'apikey',
        'x-api-key',
        'X-API-KEY',
        'key',
        'page_key',
        'X-Plinth-Session',
        'token',
        'authorization',
        'Authorization',
        'cookie',
        'set-cookie',
        '__Host-plinth',
        'passwordHash',
        'password_hash',
        'databaseUrl',
        'database_url',
        'PLINTH_DATABASE_URL',
      ]) {
        it(`removes the value of a field "${name}"`, () => {
          log.info({ [name]: SECRET, kept: 'yes' }, 'said')

          expect(linesSoFar().join()).not.to.include('hunter2')
          expect(lastLine()).to.include({ msg: 'said', kept: 'yes', [name]: '[redacted]' })
        })
      }

      it('keeps fields that only sound like secrets', () => {
        const fields = { user: 'alice', token_id: 'a1', monkey: 1, keyboard: 'de', passed: true, passenger: 'bob' }

        log.info(fields, 'said')

        expect(lastLine()).to.include(fields)
      })

      it('removes secrets at any depth, also in arrays', () => {
        const fields = {
          one: { two: [{ three: { password: SECRET, name: 'alice' } }], token: [SECRET, { deep: SECRET }] },
          list: [[{ secret: { inside: SECRET } }]],
        }

        log.info(fields, 'said')

        expect(linesSoFar().join()).not.to.include('hunter2')
        expect(lastLine().one.two[0].three).to.deep.equal({ password: '[redacted]', name: 'alice' })
        expect(lastLine().one.token).to.equal('[redacted]')
        expect(lastLine().list).to.deep.equal([[{ secret: '[redacted]' }]])
      })

      it('removes deeply nested secrets, and accepts circular values', () => {
        const circle: Record<string, unknown> = { name: 'circle' }
        circle.self = circle
        const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ inner }), { password: SECRET })

        log.info({ circle, deep }, 'said')

        expect(linesSoFar().join()).not.to.include('hunter2')
        expect(lastLine()).to.include({ msg: 'said' })
        expect(lastLine().circle.self.name).to.equal('circle')
      })

      it('removes secrets from the fields of a child', () => {
        log.child({ password: SECRET, request_id: 'r1' }).warn({ token: SECRET }, 'said')

        expect(linesSoFar().join()).not.to.include('hunter2')
        expect(lastLine()).to.include({ password: '[redacted]', token: '[redacted]', request_id: 'r1' })
      })

      it('writes big integers and dates as strings, also in arrays', () => {
        const date = new Date('2026-01-02T03:04:05.678Z')

        log.info({ big: 12345678901234567890n, date, list: [1, 'a', null, date, 2n], none: null }, 'said')

        expect(lastLine()).to.deep.include({
          big: '12345678901234567890',
          date: '2026-01-02T03:04:05.678Z',
          list: [1, 'a', null, '2026-01-02T03:04:05.678Z', '2'],
          none: null,
        })
      })

      it('writes values that JSON cannot represent, without failing', () => {
        const fields = {
          nothing: undefined,
          nan: Number.NaN,
          never: new Date(Number.NaN),
          symbol: Symbol('s'),
          run: () => {},
          bare: Object.assign(Object.create(null), { kept: 1 }),
        }

        log.info(fields, 'said')

        expect(lastLine()).to.deep.include({ msg: 'said', nan: null, never: null, bare: { kept: 1 } })
      })

      it('writes a line even if a field cannot be read', () => {
        const fragile = {
          get broken() {
            throw new Error('cannot be read')
          },
          kept: 'yes',
        }

        log.info({ fragile }, 'said below')
        log.info(fragile, 'said')

        const messages = linesSoFar().map((line) => JSON.parse(line).msg)
        expect(messages).to.include.members(['said below', 'said'])
      })

      it('does not modify its input', () => {
        const fields = { password: SECRET, list: [{ token: SECRET }] }

        log.info(fields, 'said')

        expect(fields).to.deep.equal({ password: SECRET, list: [{ token: SECRET }] })
      })
    })
  }
})

type CreateKernel = (options: { writeLog?: (line: string) => void; logger?: Logger }) => Kernel<KernelServices>

function kernelWithLines(createKernel: CreateKernel): [Kernel<KernelServices>, () => string[]] {
  const lines: string[] = []
  return [createKernel({ writeLog: (line) => lines.push(line) }), () => lines]
}

/** Creates a kernel with a host's logger, which stores every record as JSON, as pino or bunyan would write it. */
function kernelWithHostLogger(createKernel: CreateKernel): [Kernel<KernelServices>, () => string[]] {
  const lines: string[] = []
  const loggerWith = (bound: object): Logger => {
    const write = (fields: object, msg?: string) => void lines.push(JSON.stringify({ ...bound, ...fields, msg }))
    return {
      trace: write,
      debug: write,
      info: write,
      warn: write,
      error: write,
      fatal: write,
      child: (fields) => loggerWith({ ...bound, ...fields }),
    }
  }
  return [createKernel({ logger: loggerWith({}) }), () => lines]
}

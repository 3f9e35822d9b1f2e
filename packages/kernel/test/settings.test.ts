import { inspect } from 'node:util'
import { type AnyPlugin, definePlugin, type KernelSettings, type SettingValues, StartupError } from '@plinth/kernel'
import { expect } from 'chai'
import { array, boolean, date, mixed, number, object, string } from 'yup'
import { inMemory, kernelsOfSuite, startupErrorFrom } from './support/kernels.js'

const SECRET = 'hunter2-and-more'

/** The accepted levels, as messages list them. */
const LEVELS = '0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50 (critical)'

describe('settings', () => {
  const newKernel = kernelsOfSuite()
  const start = (values: SettingValues, plugins: readonly AnyPlugin[] = []) =>
    newKernel({ settings: { ...inMemory.settings, ...values } })
      .useAll(plugins)
      .start()

  it('have the documented defaults', async () => {
    const kernel = newKernel({ settings: { databaseUrl: 'sqlite::memory:' } })

    await kernel.start()

    const expected: Partial<KernelSettings> = {
      host: '127.0.0.1',
      port: 8050,
      dataDir: './data',
      settingsMaxLevel: 1,
      jsonLimit: 102_400,
      importLimit: 1_073_741_824,
      connectionLimit: 2_000,
      logLevel: 20,
      loggerPeriod: 10,
      logMaxBytes: 10_485_760,
      logBackupCount: 3,
    }
    expect(kernel.services.kernelSettings).to.deep.include(expected)
    expect(kernel.services.kernelSettings).to.deep.include({
      trustedProxies: [],
      corsOrigins: [],
      logDir: undefined,
      callerRateLimit: undefined,
    })
  })

  it('treat undefined as omitted', async () => {
    const kernel = newKernel({ settings: { ...inMemory.settings, timezone: 'Europe/Berlin', logLevel: undefined } })

    await kernel.start()

    expect(kernel.services.kernelSettings).to.include({ logLevel: 20, timezone: 'Europe/Berlin' })
  })

  it('may be a function, which is called only when the kernel starts', async () => {
    let callCount = 0
    const kernel = newKernel({
      settings: () => {
        callCount += 1
        return { ...inMemory.settings, jsonLimit: 2_048 }
      },
    })
    const countBefore = callCount

    await kernel.start()

    expect([countBefore, callCount]).to.deep.equal([0, 1])
    expect(kernel.services.kernelSettings.jsonLimit).to.equal(2_048)
  })

  for (const [values, problem] of [
    [{ port: '8050' }, 'port must be a number.'],
    [{ port: true }, 'port must be a number.'],
    [{ port: Number.NaN }, 'port must be a number.'],
    [{ port: 80.5 }, 'port must be a whole number.'],
    [{ port: 65_536 }, 'port must be 0 to 65535.'],
    [{ port: -1 }, 'port must be 0 to 65535.'],
    [{ host: 127 }, 'host must be a string.'],
    [{ host: '' }, 'host must not be empty.'],
    [{ dataDir: '' }, 'dataDir must not be empty.'],
    [{ databaseUrl: 'mysql://localhost/plant' }, 'databaseUrl must start with "sqlite:" or "postgres://".'],
    [
      { databaseUrl: 'sqlite://data/plant.db' },
      'databaseUrl must be "sqlite:<file>", without slashes before a relative path.',
    ],
    ...['@', '/', '#', '?'].map((special): [SettingValues, string] => [
      { databaseUrl: `postgres://plant:12${special}34@localhost/plant` },
      'databaseUrl must percent-encode special characters in its password: "@" as %40, "/" as %2F, "#" as %23, "?" as %3F.',
    ]),
    [{ trustedProxies: '10.0.0.1' }, 'trustedProxies must be an array.'],
    [{ corsOrigins: [1] }, 'corsOrigins[0] must be a string.'],
    [{ timezone: 'Mars/Base' }, 'timezone must be an IANA time zone such as "Europe/Berlin".'],
    [{ logLevel: 25 }, `logLevel must be one of ${LEVELS}.`],
    [{ logLevel: '20' }, `logLevel must be one of ${LEVELS}.`],
    [{ logLevel: 'loud' }, `logLevel must be one of ${LEVELS}.`],
    [{ logFormat: 'xml' }, 'logFormat must be one of json, text.'],
    [{ loggerPeriod: 0.5 }, 'loggerPeriod must be at least 1.0 seconds.'],
    [{ logMaxBytes: 1_023 }, 'logMaxBytes must be at least 1024.'],
    [{ logMaxBytes: 2_048.5 }, 'logMaxBytes must be a whole number.'],
    [{ logBackupCount: 0 }, 'logBackupCount must be at least 1.'],
    [{ settingsMaxLevel: -1 }, 'settingsMaxLevel must be 0 or more.'],
    [{ jsonLimit: 10 }, 'jsonLimit must be at least 1024.'],
    [{ importLimit: 10 }, 'importLimit must be at least 1024.'],
    [{ callerRateLimit: 0 }, 'callerRateLimit must be at least 1.'],
    [{ callerRateLimit: 1.5 }, 'callerRateLimit must be a whole number.'],
  ] as [SettingValues, string][]) {
    it(`are not cast: ${inspect(values)} is rejected`, async () => {
      const error = await startupErrorFrom(start(values))

      expect(error.problems).to.deep.equal([problem])
    })
  }

  for (const [schema, value] of [
    [number(), '1'],
    [number(), ' 1 '],
    [boolean(), 'true'],
    [boolean(), 1],
    [string(), 1],
    [array(string().defined()), 'a,b'],
    [object({ deep: number() }), { deep: '1' }],
  ] as const) {
    it(`of a plugin are not cast either: ${JSON.stringify(value)} is not a ${schema.type}`, async () => {
      const plugin: AnyPlugin = { name: 'ovens', settings: object({ ovenSetting: schema }) }

      const error = await startupErrorFrom(start({ ovenSetting: value }, [plugin]))

      expect(error.problems).to.have.length(1)
      expect(error.message).to.match(/^ovenSetting/)
    })
  }

  it('are rejected all at once, with a line for each problem', async () => {
    const ovens: AnyPlugin = { name: 'ovens', settings: object({ ovenHeat: number().required(), ovenName: string() }) }
    const mixers: AnyPlugin = {
      name: 'mixers',
      settings: object({ speed: mixed().oneOf(['slow', 'fast'], 'must be "slow" or "fast".') }),
    }

    const error = await startupErrorFrom(
      start({ port: '80', logLevel: 7, ovenName: 5, speed: 'ludicrous' }, [ovens, mixers]),
    )

    expect(error).to.be.instanceOf(StartupError)
    expect(error.problems).to.have.members([
      'port must be a number.',
      `logLevel must be one of ${LEVELS}.`,
      'ovenHeat of the plugin "ovens" is required.',
      'ovenName of the plugin "ovens" must be a string.',
      'speed of the plugin "mixers" must be "slow" or "fast".',
    ])
    expect(error.message.split('\n')).to.deep.equal(error.problems)
  })

  it('appear in messages under the names that the host gives them', async () => {
    const kernel = newKernel({
      settings: { ...inMemory.settings, logMaxBytes: '1k' },
      nameOfSetting: (setting) => `the option --${setting}`,
    })

    const error = await startupErrorFrom(kernel.start())

    expect(error.problems).to.deep.equal(['the option --logMaxBytes must be a number.'])
  })

  it("are named only once in a message, even in one of yup's own", async () => {
    const schema = object({ ovenName: string().min(4), ovenHeat: number().max(300) })
    const plugin: AnyPlugin = { name: 'ovens', settings: schema }

    const error = await startupErrorFrom(start({ ovenName: 'a', ovenHeat: 301 }, [plugin]))

    expect(error.problems).to.have.length(2)
    for (const problem of error.problems) expect(problem.match(/oven[A-Z]\w+/g)).to.have.length(1)
  })

  it('are reported as required with the reason that their plugin gives', async () => {
    const schema = object({
      sealKey: string().required('is required: it seals letters.'),
      sealName: string().required(),
    })
    const plugin: AnyPlugin = { name: 'seals', settings: schema }

    const error = await startupErrorFrom(start({}, [plugin]))

    expect(error.problems).to.have.members([
      'sealKey of the plugin "seals" is required: it seals letters.',
      'sealName of the plugin "seals" is required.',
    ])
  })

  it('are rejected if neither the kernel nor a plugin defines them, as after a typo', async () => {
    const ovens: AnyPlugin = { name: 'ovens', settings: object({ ovenHeat: number() }) }

    const error = await startupErrorFrom(start({ ovenheat: 5, prt: 80, undefinedOne: undefined }, [ovens]))

    expect(error.problems).to.deep.equal([
      'ovenheat is not a setting of the kernel or of one of its plugins. Did you mean "ovenHeat"?',
      'prt is not a setting of the kernel or of one of its plugins. Did you mean "port"?',
    ])
  })

  it('of a plugin are rejected at every depth if its schema lacks them', async () => {
    const ovens: AnyPlugin = {
      name: 'ovens',
      settings: object({
        oven: object({ heat: number(), door: object({ side: string() }) }),
        kilns: array(object({ heat: number() })),
        labels: object(),
        extras: object({ heat: number() }).unknown(),
        since: date(),
      }),
    }
    const valid = { labels: { any: 1 }, extras: { more: 1 }, since: new Date(0) }

    const error = await startupErrorFrom(
      start({ ...valid, oven: { heet: 5, door: { side: 'left', colour: 1 } }, kilns: [{ heat: 1 }, { het: 2 }] }, [
        ovens,
      ]),
    )

    expect(error.problems).to.have.members([
      'oven.heet of the plugin "ovens" is not a setting. Did you mean "heat"?',
      'oven.door.colour of the plugin "ovens" is not a setting. Check its spelling.',
      'kilns[1].het of the plugin "ovens" is not a setting. Did you mean "heat"?',
    ])
  })

  it('leave the lists and objects of the host unchanged', async () => {
    const corsOrigins = ['https://plant.test']
    const mailer = new Mailer()
    let seen: Mailer | undefined
    const plugin = definePlugin()({
      name: 'mail',
      settings: object({ mailer: mixed<Mailer>().required() }),
      start: ({ settings }) => {
        seen = settings.mailer
      },
    })

    await start({ corsOrigins, mailer }, [plugin])
    corsOrigins.push('https://office.test')
    mailer.sent += 1

    expect(seen).to.equal(mailer)
    expect(mailer.sent).to.equal(1)
    expect(corsOrigins).to.have.length(2)
  })

  for (const [what, schema] of [
    ['of a wrong type', number()],
    ['of a wrong type in a list', array(number().defined())],
    ['too long', string().max(3)],
    ['not in the required format', string().matches(/^\d+$/)],
    ['not an e-mail address', string().email()],
    ['not one of the allowed values', string().oneOf(['a', 'b'])],
    ['not an object', object({ deep: string() })],
  ] as const) {
    it(`never repeat a secret that is ${what}`, async () => {
      const plugin: AnyPlugin = { name: 'safe', settings: object({ safePassword: schema.meta({ secret: true }) }) }
      const value = schema.type === 'array' ? [SECRET] : SECRET

      const error = await startupErrorFrom(start({ safePassword: value }, [plugin]))

      expect(error.message).to.include('safePassword').and.not.to.include('hunter2')
      expect(JSON.stringify(error)).not.to.include('hunter2')
    })
  }

  for (const databaseUrl of [
    `mysql://plant:${SECRET}@localhost/plant`,
    `postgres://plant:${SECRET}@127.0.0.1:1/plant`,
    `postgres://plant:${SECRET}@nowhere.invalid/plant`,
    ...['@', '/', '#', '?'].map((special) => `postgres://plant:12${special}${SECRET}@nowhere.invalid/plant`),
  ]) {
    it(`never repeat the password of ${databaseUrl.replace(SECRET, '…')}`, async () => {
      const error = await startupErrorFrom(start({ databaseUrl }))

      expect(error.message).to.match(/database ?URL/i)
      expect(`${error.message} ${error.stack}`).not.to.include('hunter2').and.not.to.include('plant:12')
    })
  }
})

/** A host's object that is used as a setting. It is mutable and refers to itself. */
class Mailer {
  readonly self: Mailer = this
  sent = 0
}

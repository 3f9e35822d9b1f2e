import { type AddressInfo, createServer } from 'node:net'
import {
  type AnyPlugin,
  type AnyRoute,
  authenticators,
  type Contributions,
  configurationTables,
  consolePages,
  createKernel,
  defineErrors,
  definePlugin,
  definePoint,
  defineRoute,
  healthChecks,
  type Kernel,
  type KernelServices,
  type Logger,
  type Migration,
  metrics,
  pages,
  passwordRules,
} from '@plinth/kernel'
import type { Metric } from '@plinth/kernel/contracts'
import { type TempDatabase, TestClient } from '@plinth/testing'
import { asFunction, asValue } from 'awilix'
import { expect } from 'chai'
import { type AnySchema, array, date, lazy, number, object, string } from 'yup'
import { inMemory, kernelsOfSuite, sqlite, startupErrorFrom } from './support/kernels.js'

const OVENS_PAGE = { title: 'Ovens', path: 'ovens', maxLevel: 10, module: '/ovens/page.js' }

describe('plugins', () => {
  const newKernel = kernelsOfSuite()

  describe('boot and stop', () => {
    it('starts plugins in order, and stops them in reverse', async () => {
      const steps: string[] = []
      const kernel = newKernel(inMemory).useAll([recording('first', steps), recording('second', steps)])

      await kernel.start()
      const whenStarted = steps.splice(0)
      await kernel.stop()

      expect(whenStarted).to.deep.equal([
        'first is created',
        'second is created',
        'first contributes',
        'second contributes',
        'first creates its routes',
        'second creates its routes',
        'first runs its preflight',
        'second runs its preflight',
        'first migrates',
        'second migrates',
        'first starts',
        'second starts',
      ])
      expect(steps).to.deep.equal(['second stops', 'first stops'])
    })

    it('creates each service only once, even if several others use it', async () => {
      let createdCount = 0
      class Shared {
        readonly number = ++createdCount
      }
      class Reader {
        readonly read: number
        constructor({ shared }: { shared: Shared }) {
          this.read = shared.number
        }
      }
      const plugin = definePlugin()({
        name: 'counting',
        services: { shared: Shared, one: Reader, two: Reader },
      })
      const kernel = newKernel(inMemory).use(plugin)
      await kernel.start()

      const { shared, one, two } = kernel.services

      expect([createdCount, shared.number, one.read, two.read]).to.deep.equal([1, 1, 1, 1])
    })

    it('allows two independent kernels with the same plugins', async () => {
      class Counter {
        count = 0
      }
      const plugin = definePlugin()({ name: 'counting', services: { counter: Counter } })
      const one = newKernel(inMemory).use(plugin)
      const other = newKernel(inMemory).use(plugin)
      await Promise.all([one.start(), other.start()])

      one.services.counter.count += 1
      await one.stop()

      expect(other.services.counter.count).to.equal(0)
    })

    it('passes every part of a plugin its own settings, and a log that names the plugin', async () => {
      const lines: string[] = []
      const seen: unknown[] = []
      const plugin = (name: string, setting: string) =>
        definePlugin()({
          name,
          settings: object({ [setting]: string().default(`the ${setting}`) }),
          routes: ({ settings }) => {
            seen.push(settings)
            return []
          },
          start: ({ settings, log }) => {
            seen.push(settings)
            log.info({}, 'hello')
          },
        })
      const kernel = newKernel({ ...inMemory, writeLog: (line) => lines.push(line) })
        .use(plugin('one', 'colour'))
        .use(plugin('two', 'size'))

      await kernel.start()
      await kernel.stop()

      const [colour, size] = [{ colour: 'the colour' }, { size: 'the size' }]
      expect(seen).to.deep.equal([colour, size, colour, size])
      const greetings = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'hello')
      expect(greetings.map(({ plugin: name }) => name)).to.deep.equal(['one', 'two'])
    })

    it('also passes settings and log to services created by a function', async () => {
      const lines: string[] = []
      const plugin = definePlugin()({
        name: 'functional',
        settings: object({ greeting: string().default('hello') }),
        services: {
          greet: asFunction(
            ({ settings, log }: { settings: { greeting: string }; log: Logger }) =>
              () =>
                log.info({}, settings.greeting),
          ).singleton(),
        },
      })
      const kernel = newKernel({ ...inMemory, writeLog: (line) => lines.push(line) }).use(plugin)

      await kernel.start()
      kernel.services.greet()
      await kernel.stop()

      expect(JSON.parse(lines.at(-1) ?? '')).to.include({ plugin: 'functional', msg: 'hello' })
    })

    it('freezes settings', async () => {
      const plugin = definePlugin()({
        name: 'painting',
        settings: object({ colour: string().default('red') }),
        services: { painting: Painting },
      })
      const kernel = newKernel(inMemory).use(plugin)
      await kernel.start()

      const { painting, kernelSettings } = kernel.services

      expect(painting.settings).to.be.frozen.and.to.deep.equal({ colour: 'red' })
      expect(kernelSettings).to.be.frozen.and.to.include({ port: 0, host: '127.0.0.1' })
    })

    it('freezes the lists in settings too', async () => {
      const kernel = newKernel({ settings: { ...inMemory.settings, corsOrigins: ['https://plant.test'] } })
      await kernel.start()

      const { corsOrigins, trustedProxies } = kernel.services.kernelSettings

      expect(corsOrigins).to.be.frozen.and.to.deep.equal(['https://plant.test'])
      expect(trustedProxies).to.be.frozen.and.to.deep.equal([])
    })
  })

  describe('extension points', () => {
    const colours = definePoint<string>('colours')

    it('return all contributions to every plugin, in the order of the plugins', async () => {
      let seen: readonly string[] = []
      const reader = definePlugin()({
        name: 'reader',
        start: ({ contributions }) => {
          seen = contributions.to(colours)
        },
      })
      const contributing = (name: string, ...values: string[]) =>
        definePlugin()({ name, contributes: () => values.map((value) => colours.of(value)) })
      const kernel = newKernel(inMemory)
        .use(reader)
        .use(contributing('one', 'red', 'green'))
        .use(contributing('none'))
        .use(contributing('two', 'blue'))

      await kernel.start()

      expect(seen).to.deep.equal(['red', 'green', 'blue'])
    })

    it('are distinguished by identity, not by name', async () => {
      const others = definePoint<string>('colours')
      const kernel = newKernel(inMemory).use(
        definePlugin()({ name: 'contributing', contributes: () => [colours.of('red'), others.of('grey')] }),
      )

      await kernel.start()

      expect(kernel.services.contributions.to(colours)).to.deep.equal(['red'])
      expect(kernel.services.contributions.to(definePoint<string>('colours'))).to.deep.equal([])
    })

    it('cannot be read before all plugins are registered', async () => {
      class Hasty {
        readonly first: string | undefined
        constructor({ contributions }: { contributions: Contributions }) {
          this.first = contributions.to(colours)[0]
        }
      }
      const kernel = newKernel(inMemory).use(definePlugin()({ name: 'early', services: { hasty: Hasty } }))

      const error = await startupErrorFrom(kernel.start())

      expect(error.message).to.include('"early"').and.to.include('"colours" was read before all plugins')
    })
  })

  describe('a kernel that refuses to start', () => {
    let database: TempDatabase
    let port: number
    beforeEach(async () => {
      database = await sqlite.create()
      port = await freePort()
    })
    afterEach(() => database.drop())

    for (const [what, plugins, parts] of refusals()) {
      it(`reports ${what}, and leaves nothing open`, async () => {
        const settings = { databaseUrl: database.url, dataDir: database.dataDir, port }
        const kernel = newKernel({ settings }).useAll(plugins())

        const error = await startupErrorFrom(kernel.start())

        for (const part of parts) expect(error.message).to.include(part)
        expect(() => kernel.services).to.throw('not been started')
        await expectFree(database.url, port)
      })
    }

    it('reports a date in a body once, and not also the transform that every date() has', async () => {
      const routes = ovenRoutes().map((route) => ({ ...route, method: 'POST' as const, body: object({ at: date() }) }))
      const kernel = newKernel(inMemory).useAll([{ name: 'one', routes: () => routes as AnyRoute[] }])

      const { message } = await startupErrorFrom(kernel.start())

      expect(message).to.include('is a date()').and.not.include('transform()')
    })

    it('reports every problem of the plugins at once', async () => {
      const plugins: AnyPlugin[] = [
        { name: 'Orders', dependsOn: ['stock'] },
        { name: 'twice', migrations: [step('001-a'), step('001-a')] },
        { name: 'twice', services: { clock: asValue(1) } },
      ]

      const error = await startupErrorFrom(newKernel(inMemory).useAll(plugins).start())

      expect(error.problems).to.have.length(5)
      for (const part of ['kebab case', '"stock"', 'Two plugins are called "twice"', '"clock"', '"001-a"'])
        expect(error.problems.filter((problem) => problem.includes(part))).to.have.length(1)
    })

    it('reports a plugin that was added twice, but not each of its parts', async () => {
      const plugin = { name: 'twice', services: { tally: asValue(1) }, settings: object({ ovenHeat: number() }) }

      const { problems } = await startupErrorFrom(newKernel(inMemory).useAll([plugin, plugin]).start())

      expect(problems).to.deep.equal(['Two plugins are called "twice". Use one of them, or rename yours.'])
    })

    it('reports the wrong settings of the kernel and of every plugin at once', async () => {
      const plugins: AnyPlugin[] = [
        { name: 'ovens', settings: object({ ovenHeat: number().max(300, 'must be 300 at most.').default(200) }) },
        { name: 'mixers', settings: object({ mixerName: string().required() }) },
      ]
      const settings = { databaseUrl: database.url, port: '8050', ovenHeat: 999 }

      const error = await startupErrorFrom(newKernel({ settings }).useAll(plugins).start())

      expect(error.problems).to.have.members([
        'port must be a number.',
        'ovenHeat of the plugin "ovens" must be 300 at most.',
        'mixerName of the plugin "mixers" is required.',
      ])
      await expectFree(database.url, port)
    })

    it('stops started plugins in reverse, and reports why it did not start even if a stop fails too', async () => {
      const steps: string[] = []
      const failing: AnyPlugin = {
        name: 'failing',
        start: () => {
          throw new Error('no mortar')
        },
      }
      const crumbling: AnyPlugin = {
        name: 'crumbling',
        stop: () => {
          throw new Error('fell over')
        },
      }
      const kernel = newKernel({ settings: { databaseUrl: database.url } }).useAll([
        recording('solid', steps),
        crumbling,
        failing,
      ])

      const error = await startupErrorFrom(kernel.start())

      expect(error.message).to.include('"failing"').and.to.include('no mortar')
      expect(steps.at(-1)).to.equal('solid stops')
      await expectFree(database.url, port)
    })
  })

  describe('a kernel that is started or stopped at the wrong time', () => {
    let database: TempDatabase
    beforeEach(async () => {
      database = await sqlite.create()
    })
    afterEach(() => database.drop())

    it('refuses to start twice, and keeps running', async () => {
      const kernel = newKernel({ settings: { databaseUrl: database.url } })
      await kernel.start()

      const error = await startupErrorFrom(kernel.start())

      expect(error.message)
        .to.match(/^start\(\) was called twice: this kernel is running already\. Use it, /)
        .and.include('createKernel()')
      expect(await isWorking(kernel)).to.equal(true)
    })

    it('refuses a second start during the first, which continues', async () => {
      const kernel = newKernel({ settings: { databaseUrl: database.url } })
      const first = kernel.start()

      const error = await startupErrorFrom(kernel.start())
      await first

      expect(error.message).to.match(
        /^start\(\) was called twice: this kernel is starting: await the first start\(\)\. /,
      )
      expect(await isWorking(kernel)).to.equal(true)
    })

    it('stops even during its start', async () => {
      const steps: string[] = []
      const gate = newGate()
      const slow = definePlugin()({ name: 'slow', start: gate.wait })
      const kernel = newKernel({ settings: { databaseUrl: database.url } }).useAll([
        recording('before', steps),
        slow,
        recording('after', steps),
      ])
      const starting = kernel.start().catch(() => {})
      await gate.reached

      const stopping = kernel.stop()
      gate.open()
      await Promise.all([starting, stopping])

      expect(() => kernel.services).to.throw('not been started')
      const count = (step: string) => steps.filter((recorded) => recorded === step).length
      expect(count('after stops')).to.equal(count('after starts'))
      expect(count('before stops')).to.equal(1)
      await expectFree(database.url)
    })

    it('stops every plugin even if one fails to stop, and closes the database', async () => {
      const steps: string[] = []
      const crumbling: AnyPlugin = {
        name: 'crumbling',
        stop: () => {
          throw new Error('fell over')
        },
      }
      const kernel = newKernel({ settings: { databaseUrl: database.url } }).useAll([
        recording('solid', steps),
        crumbling,
      ])
      await kernel.start()

      await kernel.stop().catch(() => {})

      expect(steps.at(-1)).to.equal('solid stops')
      await expectFree(database.url)
    })

    it('can be stopped more than once', async () => {
      const steps: string[] = []
      const kernel = newKernel(inMemory).useAll([recording('once', steps)])
      await kernel.start()

      await Promise.all([kernel.stop(), kernel.stop()])
      await kernel.stop()

      expect(steps.filter((step) => step === 'once stops')).to.have.length(1)
    })

    it('has no services or routes before it is started', () => {
      const kernel = newKernel(inMemory)
      const message = /not been started.*: await start\(\) first\.$/

      expect(() => kernel.services).to.throw(message)
      expect(() => kernel.routes).to.throw(message)
      expect(() => kernel.openapi).to.throw(message)
    })

    it('still has its OpenAPI document while it stops and afterwards, for requests in progress', async () => {
      const kernel = newKernel(inMemory)
      await kernel.start()
      const before = kernel.openapi

      const stopping = kernel.stop()

      expect(kernel.openapi).to.equal(before)
      await stopping
      expect(kernel.openapi).to.equal(before)
    })
  })

  it('mounts the routes of a plugin below the base path', async () => {
    const kernel = newKernel({ ...inMemory, basePath: '/bakery/' }).useAll([{ name: 'ovens', routes: ovenRoutes }])
    await kernel.start()
    const { port } = await kernel.listen()
    const client = new TestClient(`http://127.0.0.1:${port}`)

    const responses = await Promise.all([
      client.get('/bakery/ovens'),
      client.get('/bakery/ovens/'),
      client.get('/ovens'),
    ])

    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 404])
  })
})

class Painting {
  readonly settings: { readonly colour: string }

  constructor({ settings }: { settings: { readonly colour: string } }) {
    this.settings = settings
  }
}

/** Returns a plugin with a metric. */
const pluginWithMetric = (metric: Partial<Metric>): AnyPlugin => ({
  name: 'ovens',
  contributes: () => [
    metrics.of({ name: 'oven_celsius', help: 'How hot it is.', type: 'gauge', read: () => 230, ...metric }),
  ],
})

/** Returns cases in which a start is refused because of a schema of a route. */
function refusedSchemas(): Refusal[] {
  const noDates = 'is a date(), but JSON has no dates. Use string().datetime()'
  const asynchronous = string().test('free', 'is taken', async () => true)
  const cases: [what: string, parts: Partial<AnyRoute>, message: string][] = [
    ['a date in a body', { body: object({ at: date() }) }, `whose body has the field "at", which ${noDates}`],
    ['a date in a query', { query: object({ since: date() }) }, `whose query has the field "since", which ${noDates}`],
    ['a lazy field', { body: object({ a: array(object({ b: lazy(() => string()) })) }) }, '"a[].b", which is a lazy()'],
    ['a lazy response', { responses: { 200: lazy(() => string()) as never } }, 'whose response 200 is a lazy()'],
    ['a lazy body', { body: lazy(() => object()) as never }, 'with a body that is neither a yup object()'],
    ['a query that is not an object', { query: string() as never }, 'params or a query that is not a yup object()'],
    ['an asynchronous test', { body: object({ name: asynchronous }) }, 'the test "free", which is asynchronous'],
    ['a default in a query', { query: object({ page: number().default(1) }) }, '"page", which has a default()'],
    [
      'a transform in a body',
      {
        body: object({
          name: string()
            .trim()
            .transform((name: string) => name.toUpperCase()),
        }),
      },
      '"name", which has a transform()',
    ],
    ['an object in a query', { query: object({ page: object({}) }) }, '"page", which is an object()'],
    [
      'a GET with a body',
      { method: 'GET', body: object({}) },
      'with a body, which a GET request cannot have. Use query, or POST.',
    ],
  ]
  const route = { method: 'POST', path: '/ovens', summary: 'An oven', access: 'public', handle: () => ({}) } as const
  return cases.map(([what, parts, message]) => [
    what,
    () => [{ name: 'one', routes: () => [{ ...route, responses: { 200: object({}) }, ...parts }] }],
    ['"one"', '/ovens ', message],
  ])
}

type Refusal = [what: string, plugins: () => AnyPlugin[], parts: string[]]

/** Returns cases in which a start is refused: description, plugins, and parts of the expected message. */
function refusals(): Refusal[] {
  class NeedsStock {
    readonly stock: unknown
    constructor({ stock }: { stock: unknown }) {
      this.stock = stock
    }
  }
  class NeedsOrders {
    readonly orders: unknown
    constructor({ orders }: { orders: unknown }) {
      this.orders = orders
    }
  }
  class CopiesAllServices {
    readonly services: object
    constructor(services: object) {
      this.services = { ...services }
    }
  }
  class Broken {
    constructor() {
      throw new Error('no mortar')
    }
  }
  const throwing = () => {
    throw new Error('no mortar')
  }
  const errors = defineErrors({ OVEN_COLD: [409, 'The oven is cold.'] })
  const routesAt = (path: string) => [
    defineRoute({
      method: 'GET',
      path,
      summary: 'An oven',
      access: 'public',
      params: object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, string()]))),
      responses: { 200: object({}) },
      handle: () => ({}),
    }),
  ]

  const responding = (path: string, schema: AnySchema) =>
    routesAt(path).map((original) => ({ ...original, responses: { 200: schema } }))

  return [
    [
      'a dependency that was not added',
      () => [{ name: 'orders', dependsOn: ['stock'] }],
      ['"orders"', '"stock", which was not added', 'Add the plugin "stock" before it'],
    ],
    [
      'a dependency that comes later',
      () => [{ name: 'orders', dependsOn: ['stock'] }, { name: 'stock' }],
      ['"orders"', '"stock", which comes after it', 'Put "stock" first'],
    ],
    [
      'a service that no plugin of the list provides',
      () => [{ name: 'orders', services: { orders: NeedsStock } }],
      ['"orders"', 'needs the service "stock"', 'Add the plugin that provides it, before "orders"'],
    ],
    [
      'a service that is misspelt',
      () => [
        { name: 'stock', services: { stocks: asValue([]) } },
        { name: 'orders', services: { orders: NeedsStock } },
      ],
      ['"orders" needs the service "stock"', 'Did you mean "stocks"? Add the plugin'],
    ],
    [
      'a service of the kernel that is misspelt',
      () => [{ name: 'orders', start: ({ databse }: { databse: { read(): void } }) => databse.read() }],
      ['"orders" needs the service "databse"', 'Did you mean "database"?'],
    ],
    [
      'a missing service that only the routes need',
      () => [{ name: 'orders', routes: ({ stock }: { stock: () => [] }) => stock() }],
      ['"orders"', 'needs the service "stock"', 'Add the plugin that provides it, before "orders"'],
    ],
    [
      'services that need one another',
      () => [{ name: 'circle', services: { orders: NeedsStock, stock: NeedsOrders } }],
      ['"circle"', 'in a circle', 'orders -> stock -> orders', 'Break the circle'],
    ],
    [
      'a service that copies all services',
      () => [{ name: 'circle', services: { stock: asValue([]), orders: CopiesAllServices } }],
      ['"circle" has the service "orders", which needs itself', 'Name the services that its constructor needs'],
    ],
    [
      'a service with a shorter lifetime than the one that needs it',
      () => [{ name: 'orders', services: { stock: asFunction(() => ({})), orders: NeedsStock } }],
      ['"orders"', '"stock"', 'shorter', 'singleton'],
    ],
    [
      'two plugins with the same name',
      () => [{ name: 'twice' }, { name: 'twice' }],
      ['called "twice"', 'rename yours'],
    ],
    [
      'a plugin name that is not in kebab case',
      () => [{ name: 'WorkOrders' }],
      ['"WorkOrders"', 'kebab case', '"work-orders"'],
    ],
    [
      'two services with the same name',
      () => [
        { name: 'one', services: { oven: asValue(1) } },
        { name: 'other', services: { oven: asValue(2) } },
      ],
      ['"one"', '"other"', 'service "oven"', 'Rename one'],
    ],
    [
      'a service with the name of one of the kernel',
      () => [{ name: 'storing', services: { database: asValue(1) } }],
      ['"storing"', 'service "database"', 'Rename it'],
    ],
    [
      'a service with the name of one that every plugin receives',
      () => [{ name: 'logging', services: { log: asValue(1) } }],
      ['"logging"', 'service "log"', 'Rename it'],
    ],
    [
      'two routes with the same method and path',
      () => [
        { name: 'one', routes: () => routesAt('/ovens/:id') },
        { name: 'other', routes: () => routesAt('/ovens/:name/') },
      ],
      ['"one"', '"other"', 'GET /ovens/', 'Move one'],
    ],
    [
      'two routes with the same operationId',
      () => [
        { name: 'one', routes: () => routesAt('/ovens').map((original) => ({ ...original, operationId: 'ovens' })) },
        { name: 'other', routes: () => routesAt('/kilns').map((original) => ({ ...original, operationId: 'ovens' })) },
      ],
      ['"one"', '"other"', 'operationId "ovens"', 'Rename one'],
    ],
    [
      'different schemas with the same name',
      () => [
        { name: 'one', routes: () => responding('/ovens', object({ heat: number() }).meta({ id: 'Oven' })) },
        { name: 'same', routes: () => responding('/kilns', array(object({ heat: number() }).meta({ id: 'Oven' }))) },
        { name: 'other', routes: () => responding('/stoves', object({ heat: string() }).meta({ id: 'Oven' })) },
      ],
      ['The plugins "one" and "other" have different schemas', '"Oven"', 'Rename one'],
    ],
    [
      'a schema with the name of one of the kernel, or with an invalid name',
      () => [
        { name: 'one', routes: () => responding('/ovens', object({}).meta({ id: 'Problem' })) },
        { name: 'other', routes: () => responding('/kilns', object({}).meta({ id: 'a kiln' })) },
      ],
      ['"one" has a schema with the id "Problem"', '"other" has a schema with the id "a kiln"'],
    ],
    [
      'a route that the kernel already has',
      () => [{ name: 'lively', routes: () => routesAt('/health/live') }],
      ['"platform"', '"lively"', 'GET /health/live', 'Move one'],
    ],
    [
      'a path that cannot be mounted',
      () => [{ name: 'one', routes: () => routesAt('/ovens/*') }],
      ['"one"', '/ovens/*', 'Write it as'],
    ],
    [
      'a route that does not say who may call it',
      () => [{ name: 'one', routes: () => routesAt('/ovens').map(({ access: _, ...rest }) => rest as AnyRoute) }],
      ['"one"', 'GET /ovens', 'Say who may call it'],
    ],
    [
      'a route with an access that is misspelt',
      () => [
        { name: 'one', routes: () => routesAt('/ovens').map((original) => ({ ...original, access: 'autenticated' })) },
      ],
      ['GET /ovens with the unknown access "autenticated". Did you mean "authenticated"?', "'user', or {"],
    ],
    [
      'a route with an invalid access',
      () => [
        { name: 'one', routes: () => routesAt('/ovens').map((original) => ({ ...original, access: { level: 1 } })) },
      ],
      ['GET /ovens with an invalid access.', "Say who may call it: 'public', 'optional', 'authenticated'"],
    ],
    [
      'a route with a part that is misspelt',
      () => [
        {
          name: 'one',
          routes: () => routesAt('/ovens').map((original) => ({ ...original, exemptFor: 'all' }) as AnyRoute),
        },
      ],
      ['"one"', 'GET /ovens with "exemptFor", which is not a part of a route. Did you mean "exemptFrom"?'],
    ],
    [
      'a path that includes the base path',
      () => [{ name: 'one', routes: () => routesAt('/api/ovens') }],
      ['GET /api/ovens whose path starts with "/api"', 'Write it as "/ovens".'],
    ],
    [
      'a route without a method, responses and handle',
      () => [{ name: 'one', routes: () => [{ path: '/ovens', access: 'public' } as AnyRoute] }],
      ['"one"', 'Use one of GET, POST', 'without responses', 'without handle'],
    ],
    [
      'a path with a parameter that has no schema',
      () => [
        { name: 'one', routes: () => routesAt('/ovens/:id').map((original) => ({ ...original, params: undefined })) },
      ],
      ['"one"', 'GET /ovens/:id', 'do not name the same parameters, each once: id in the path, none in params.'],
    ],
    [
      'contributions that are not returned',
      () => [{ name: 'one', contributes: (() => {}) as never }],
      ['The plugin "one" could not create its contributions: it must return a list of contributions'],
    ],
    [
      'routes that are not returned',
      () => [{ name: 'one', routes: (() => {}) as never }],
      ['The plugin "one" could not create its routes: it must return a list of routes'],
    ],
    [
      'a route without a response, and with an error that was not defined',
      () => [
        {
          name: 'one',
          routes: () => routesAt('/ovens').map((original) => ({ ...original, responses: {}, errors: [{} as never] })),
        },
      ],
      [
        'GET /ovens without responses',
        'with errors that are not a list of errors made by defineErrors({ … }), such as [errors.PUMP_NOT_FOUND]',
      ],
    ],
    [
      'an example that the body of its route refuses',
      () => [
        {
          name: 'one',
          routes: () =>
            routesAt('/ovens').map((original) => ({
              ...original,
              method: 'POST' as const,
              body: object({ heat: number().required().max(300) }),
              example: { heat: 301 },
            })),
        },
      ],
      ['POST /ovens whose example its body refuses: heat must be less than or equal to 300.'],
    ],
    [
      'errors that were not defined',
      () => [{ name: 'one', errors: { OVEN_COLD: [409, 'It is cold.'] } as never }],
      ['The plugin "one" is invalid: its errors must be what defineErrors({ … }) returns.'],
    ],
    [
      'a path with ".."',
      () => [{ name: 'one', routes: () => routesAt('/ovens/../docs') }],
      ['"one"', '/ovens/../docs', 'cannot be mounted'],
    ],
    [
      'a response and a body that are not schemas',
      () => [
        {
          name: 'one',
          routes: () =>
            routesAt('/ovens').map((original) => ({ ...original, body: {} as never, responses: { 200: undefined } })),
        },
      ],
      ['"one"', 'without responses', 'neither a yup object() nor upload'],
    ],
    ...refusedSchemas(),
    [
      'a metric that cannot be read',
      () => [pluginWithMetric({ read: throwing })],
      ['"ovens"', 'metric "oven_celsius"', 'no mortar', 'Correct its read()'],
    ],
    [
      'a metric without help and with invalid labels',
      () => [pluginWithMetric({ help: undefined as never, labels: ['oven-door'] })],
      [
        'The plugin "ovens" contributes "oven_celsius" to metrics: its help must be a non-empty string',
        'its labels must be a list of names',
      ],
    ],
    [
      'incomplete contributions',
      () => [
        {
          name: 'one',
          contributes: () => [
            healthChecks.of({ name: 'oven' } as never),
            authenticators.of({ name: 'badges', authenticate: async () => undefined } as never),
            passwordRules.of('eight characters' as never),
            pages.of({ name: 'console', path: 'console' }),
          ],
        },
      ],
      [
        'The plugin "one" contributes "oven" to healthChecks: its check must be a function.',
        'contributes "badges" to authenticators: its confirm must be a function.',
        'contributes a value to passwordRules: its objection must be a function.',
        'contributes "console" to pages: its path must be a path below the base path',
      ],
    ],
    [
      'a page of the console without a route, and two with the same path',
      () => [
        { name: 'one', contributes: () => [consolePages.of(OVENS_PAGE)], routes: () => routesAt('/ovens/page.js') },
        { name: 'other', contributes: () => [consolePages.of({ ...OVENS_PAGE, module: '/oven/page.js' })] },
      ],
      [
        'The plugin "other" contributes "ovens" to consolePages: no route has the path GET /oven/page.js.',
        'The plugins "one" and "other" both have a page "ovens" of the console. Rename one.',
      ],
    ],
    [
      'a page without a route, and two with the same name',
      () => [
        { name: 'one', contributes: () => [pages.of({ name: 'ovens', path: '/ovens' })] },
        {
          name: 'other',
          contributes: () => [pages.of({ name: 'ovens', path: '/oven' })],
          routes: () => routesAt('/ovens'),
        },
      ],
      [
        'The plugin "other" contributes "ovens" to pages: no route has the path GET /oven.',
        'The plugins "one" and "other" both have a page "ovens". Rename one.',
      ],
    ],
    [
      'a metric that does not return a number',
      () => [pluginWithMetric({ read: async () => undefined as never })],
      ['"ovens"', '"oven_celsius"', 'a finite number, or a list of { labels, value }'],
    ],
    [
      'a metric that returns a label that it does not declare',
      () => [pluginWithMetric({ labels: ['oven'], read: () => [{ labels: { over: 'left' }, value: 1 }] })],
      ['"ovens"', '"oven_celsius"', 'the label "over"'],
    ],
    [
      'a dependency that is misspelt',
      () => [{ name: 'stock' }, { name: 'orders', dependsOn: ['stok'] }],
      ['"stok", which was not added', 'Did you mean "stock"?'],
    ],
    [
      'a dependency that is misspelt and comes later',
      () => [{ name: 'orders', dependsOn: ['stok'] }, { name: 'stock' }],
      ['"stok", which was not added', 'Did you mean "stock"?'],
    ],
    [
      'a misspelt part of a plugin',
      () => [{ name: 'orders', migration: [] } as AnyPlugin],
      ['its migration is not a part of a plugin', 'Did you mean "migrations"?'],
    ],
    [
      'routes that are not a list',
      () => [{ name: 'one', routes: async () => [] } as never],
      ['"one"', 'routes', 'must return a list of routes created with defineRoute'],
    ],
    [
      'parts of the wrong type',
      () => [
        {
          name: 'one',
          dependsOn: 'users',
          settings: { oven: 1 },
          errors: 5,
          migrations: [undefined],
          services: [],
          start: 'now',
        } as never,
      ],
      [
        '"one"',
        'its dependsOn must be',
        'its settings must',
        'its errors',
        'its migrations',
        'its services',
        'its start',
      ],
    ],
    [
      'two plugins with the same setting',
      () => [
        { name: 'one', settings: object({ heat: number() }) },
        { name: 'other', settings: object({ heat: number() }) },
      ],
      ['"one"', '"other"', '"heat"', 'Rename one'],
    ],
    [
      'a setting that the kernel already has',
      () => [{ name: 'one', settings: object({ port: number() }) }],
      ['"the kernel"', '"one"', '"port"', 'Rename one'],
    ],
    [
      'a value that is not a route',
      () => [{ name: 'one', routes: () => [undefined as unknown as AnyRoute] }],
      ['"one"', 'has a route that is undefined. Create routes with defineRoute'],
    ],
    [
      'a value that is not a contribution',
      () => [{ name: 'one', contributes: () => [{ name: 'ovens', check: async () => undefined }] as never }],
      ['"one"', 'contributions: number 1 is not a contribution', 'such as healthChecks.of'],
    ],
    [
      'a point of its own with the name of one of the kernel',
      () => [{ name: 'one', contributes: () => [definePoint<object>('healthChecks').of({ name: 'oven' })] }],
      ['"one" contributes to a point "healthChecks" of its own', 'Import healthChecks from @plinth/kernel'],
    ],
    [
      'contributions that are not a list',
      () => [
        { name: 'one', contributes: () => healthChecks.of({ name: 'oven', check: async () => undefined }) } as never,
      ],
      ['The plugin "one" could not create its contributions: it must return a list of contributions'],
    ],
    [
      'two health checks with the same name',
      () => [
        { name: 'one', contributes: () => [healthCheckNamed('oven'), healthCheckNamed('oven')] },
        { name: 'other', contributes: () => [healthCheckNamed('oven')] },
      ],
      [
        'The plugin "one" has two health checks "oven". Rename one.',
        'The plugins "one" and "other" both have a health check "oven". Rename one.',
      ],
    ],
    [
      'an incomplete configuration table',
      () => [{ name: 'one', contributes: () => [configurationTables.of({ name: 'Ovens', key: 'name' } as never)] }],
      [
        'contributes "Ovens" to configurationTables: its table must be a non-empty string',
        'its key must be a list',
        'its fields must be an object',
      ],
    ],
    [
      'a service that is an arrow function',
      () => [{ name: 'one', services: { oven: (() => ({})) as never } }],
      ['could not register its service "oven": it is a function, not a class. Pass a class, or asFunction('],
    ],
    [
      'a value that is not a service',
      () => [{ name: 'one', services: { oven: 5 as never } }],
      ['"one"', 'service "oven"', 'neither a class nor an awilix resolver'],
    ],
    [
      'two plugins that create the same table',
      () => [
        { name: 'one', migrations: [createOvens] },
        { name: 'other', migrations: [createOvens] },
      ],
      [
        '"other"',
        '"other/001-ovens"',
        'Another plugin or application owns an object of that name: use a prefix for the names of your objects',
      ],
    ],
    [
      'two errors with the same code',
      () => [
        { name: 'one', errors },
        { name: 'other', errors },
      ],
      ['"one"', '"other"', '"OVEN_COLD"', 'Rename one'],
    ],
    [
      'an error code that the kernel already has',
      () => [{ name: 'missing', errors: defineErrors({ NOT_FOUND: [404, 'Gone.'] }) }],
      ['"missing"', '"NOT_FOUND"', 'Rename one'],
    ],
    [
      'two migrations with the same name in a plugin',
      () => [{ name: 'stock', migrations: [step('001-stock'), step('001-stock')] }],
      ['"stock"', '"001-stock"', 'Rename the newer one'],
    ],
    [
      'a plugin whose service cannot be created',
      () => [{ name: 'broken', services: { wall: Broken } }],
      ['"broken"', '"wall"', 'no mortar'],
    ],
    [
      'a plugin whose contributions cannot be created',
      () => [{ name: 'broken', contributes: throwing }],
      ['"broken"', 'contributions', 'no mortar'],
    ],
    [
      'a plugin whose routes cannot be created',
      () => [{ name: 'broken', routes: throwing }],
      ['"broken"', 'routes', 'no mortar'],
    ],
    ['a plugin whose start throws', () => [{ name: 'broken', start: throwing }], ['"broken"', 'start', 'no mortar']],
    [
      'a plugin whose start rejects',
      () => [{ name: 'broken', start: async () => throwing() }],
      ['"broken"', 'start', 'no mortar'],
    ],
  ]
}

function healthCheckNamed(name: string) {
  return healthChecks.of({ name, check: async () => undefined })
}

/** Returns a plugin that records each of its steps. */
function recording(name: string, steps: string[]): AnyPlugin {
  class Recorder {
    constructor() {
      steps.push(`${name} is created`)
    }
  }
  const note = (what: string) => void steps.push(`${name} ${what}`)
  return {
    name,
    migrations: [{ name: '001-note', up: async () => note('migrates') }],
    services: { [`${name}Recorder`]: Recorder },
    contributes: () => {
      note('contributes')
      return []
    },
    routes: () => {
      note('creates its routes')
      return []
    },
    preflight: () => note('runs its preflight'),
    start: () => note('starts'),
    stop: () => note('stops'),
  }
}

function ovenRoutes() {
  return [
    defineRoute({
      method: 'GET',
      path: '/ovens',
      summary: 'Ovens',
      access: 'public',
      responses: { 200: object({ ovens: number().required() }) },
      handle: () => ({ ovens: 2 }),
    }),
  ]
}

const createOvens: Migration = {
  name: '001-ovens',
  async up(transaction) {
    await transaction.schema.createTable('ovens', (table) => table.increments('id'))
  },
}

function step(name: string): Migration {
  return { name, up: async () => {} }
}

/** Checks that another kernel can use the database, and another server the port. */
async function expectFree(databaseUrl: string, port?: number): Promise<void> {
  const next = createKernel({ settings: { databaseUrl } })
  await next.start()
  expect(await isWorking(next)).to.equal(true)
  await next.stop()
  if (port !== undefined) expect(await tryPort(port)).to.equal(port)
}

async function isWorking(kernel: Kernel<KernelServices>): Promise<boolean> {
  const rows = await kernel.services.database.read((knex) => knex('plinth_migrations').select('name'))
  return Array.isArray(rows)
}

function freePort(): Promise<number> {
  return tryPort(0)
}

/** Opens a port and closes it again; 0 for any. Returns its number. */
function tryPort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Creates a gate: `wait` resolves `reached`, and then waits until `open` is called. */
function newGate() {
  let open = () => {}
  let reach = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const wait = () => {
    reach()
    return opened
  }
  return { reached, wait, open }
}

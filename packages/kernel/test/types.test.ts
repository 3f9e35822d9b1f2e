import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import {
  type Access,
  type Anonymous,
  type Authenticated,
  defineErrors,
  definePlugin,
  defineRoute,
  type Kernel,
  type KernelServices,
  type Logger,
  type Principal,
  type ReceivedFile,
  type UserPrincipal,
  upload,
} from '@plinth/kernel'
import { TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { mixed, number, object, string } from 'yup'
import { inMemory, kernelsOfSuite, sqlite, startupErrorFrom } from './support/kernels.js'

/** Each line that must not compile follows a `@ts-expect-error`: the type check fails if the compiler accepts it. */
describe('types', () => {
  const newKernel = kernelsOfSuite()

  describe('of plugins', () => {
    it('reject a plugin that needs a service that no plugin provides', async () => {
      const kernel = newKernel(inMemory)
      // @ts-expect-error no plugin provides "stock"
      kernel.use(orders)

      const error = await startupErrorFrom(kernel.start())

      expect(error.message).to.include('"stock"')
    })

    it('reject a plugin that comes before the one it needs', async () => {
      const kernel = newKernel(inMemory)
      // @ts-expect-error "stock" comes later
      kernel.use(orders).use(stock)

      const error = await startupErrorFrom(kernel.start())

      expect(error.message).to.include('Put "stock" first')
    })

    it('accept a plugin whose needs are provided, and include its services', async () => {
      const kernel = newKernel(inMemory).use(stock).use(orders)
      await kernel.start()

      const services: { stock: Stock; orders: Orders } & KernelServices = kernel.services

      expect(services.orders.remaining).to.equal(12)
    })

    it('reject an unknown service of a kernel', async () => {
      const kernel = newKernel(inMemory).use(stock)
      await kernel.start()

      // @ts-expect-error there is no "orders"
      const read = () => kernel.services.orders

      expect(read).to.throw("Could not resolve 'orders'")
    })

    it('hide services that a plugin creates but does not provide', async () => {
      const shy = definePlugin<object, { stock: Stock }>()({
        name: 'shy',
        services: { stock: Stock, secretStock: Stock },
      })
      const kernel = newKernel(inMemory).use(shy)
      await kernel.start()

      const open: Stock = kernel.services.stock
      // @ts-expect-error the plugin does not declare that it provides "secretStock"
      const hidden: unknown = kernel.services.secretStock

      expect(open).to.be.instanceOf(Stock).and.not.equal(hidden)
    })

    it('reject a plugin that does not create a service that it declares', async () => {
      // @ts-expect-error "stock" is declared but not created
      const empty = definePlugin<object, { stock: Stock }>()({ name: 'stock' })
      const kernel = newKernel(inMemory).use(empty).use(orders)

      const error = await startupErrorFrom(kernel.start())

      expect(error.message).to.include('needs the service "stock"')
    })

    it('reject a class that needs a service that the plugin does not declare in Needs', async () => {
      const careless = definePlugin()({
        name: 'orders',
        // @ts-expect-error "stock" is not in Needs
        services: { orders: Orders },
      })
      const kernel = newKernel(inMemory).useAll([careless])

      const error = await startupErrorFrom(kernel.start())

      expect(error.message).to.include('needs the service "stock"')
    })

    it('reject a class that needs a service with another type', async () => {
      class Reader {
        readonly number: number
        constructor({ log }: { log: number }) {
          this.number = log
        }
      }
      const confused = definePlugin()({
        name: 'confused',
        // @ts-expect-error "log" is a Logger
        services: { reader: Reader },
      })
      const kernel = newKernel(inMemory).useAll([confused])

      await kernel.start()

      expect((kernel.services as unknown as { reader: Reader }).reader.number).to.be.an('object')
    })

    it('are inferred for the settings that the parts of a plugin receive', async () => {
      const seen: unknown[] = []
      const plugin = definePlugin()({
        name: 'ovens',
        settings: object({ ovenHeat: number().default(200), ovenName: string() }),
        start: ({ settings, log }) => {
          same<typeof settings.ovenHeat, number>(true)
          same<typeof settings.ovenName, string | undefined>(true)
          same<typeof log, Logger>(true)
          // @ts-expect-error there is no such setting
          seen.push(settings.ovenHeat, settings.heat)
          // @ts-expect-error settings are read-only
          expect(() => (settings.ovenHeat = 1)).to.throw(TypeError)
        },
      })

      await newKernel(inMemory).use(plugin).start()

      expect(seen).to.deep.equal([200, undefined])
    })
  })

  describe('of errors', () => {
    const errors = defineErrors({
      OVEN_COLD: [409, 'The oven is cold.'],
      OVEN_FULL: [409, 'The oven {oven} takes {max} loaves.'],
    })

    it('require exactly one detail for each placeholder', () => {
      const full = errors.OVEN_FULL({ oven: 'left', max: 12 })
      // @ts-expect-error {oven} and {max} are not filled
      const unfilled = errors.OVEN_FULL()
      // @ts-expect-error {max} is not filled
      const halfFilled = errors.OVEN_FULL({ oven: 'left' })
      // @ts-expect-error the message has no {heat}
      const overfilled = errors.OVEN_FULL({ oven: 'left', max: 12, heat: 230 })
      // @ts-expect-error the message has no placeholder
      const superfluous = errors.OVEN_COLD({ oven: 'left' })

      expect(full.message).to.equal('The oven left takes 12 loaves.')
      expect([unfilled, halfFilled, overfilled, superfluous].every(({ status }) => status === 409)).to.equal(true)
    })

    it('allow an error without details if its message has no placeholder', () => {
      const created = [errors.OVEN_COLD(), errors.OVEN_COLD({}, { retryAfter: 60 })]

      expect(created.map(({ retryAfter }) => retryAfter)).to.deep.equal([undefined, 60])
    })
  })

  describe('of routes', () => {
    it('reject a route without access, as the kernel does when it starts', async () => {
      // @ts-expect-error "access" is missing
      const unguarded = defineRoute({
        method: 'GET',
        path: '/unguarded',
        summary: 'Open by mistake',
        responses: { 200: object({}) },
        handle: () => ({}),
      })

      const error = await startupErrorFrom(
        newKernel(inMemory)
          .useAll([{ name: 'careless', routes: () => [unguarded] }])
          .start(),
      )

      expect(error.message).to.include('Say who may call it')
    })

    it('reject an unknown access', () => {
      // @ts-expect-error there is no "everybody"
      const access: Access = 'everybody'
      // @ts-expect-error a level is a number
      const level: Access = { maxLevel: 'admin' }

      expect([access, level]).to.have.length(2)
    })

    it('of a handler’s input are exactly those of its schemas', async () => {
      const route = defineRoute({
        method: 'PUT',
        path: '/ovens/:oven',
        summary: 'Set the heat of an oven',
        access: 'public',
        params: object({ oven: string().required() }),
        query: object({ fan: string() }),
        body: object({ heat: number().required(), note: string() }),
        responses: { 200: object({ heat: mixed().required() }) },
        handle: ({ params, query, body }) => {
          same<typeof params, { oven: string }>(true)
          same<typeof query.fan, string | undefined>(true)
          same<typeof body.heat, number>(true)
          same<typeof body.note, string | undefined>(true)
          // @ts-expect-error a heat is a number
          const heat: string = body.heat
          // @ts-expect-error there is no such field
          const temperature: unknown = body.temperature
          return { heat, temperature }
        },
      })
      const client = await clientOf(newKernel(inMemory).useAll([{ name: 'ovens', routes: () => [route] }]))

      const valid = await client.put('/ovens/left?fan=on', { heat: 180 })
      const invalid = await client.put('/ovens/left?fan=on', { heat: '180' })

      expect(valid.body).to.deep.equal({ heat: 180 })
      expect(invalid.status).to.equal(400)
    })

    it('reject a handler whose result does not match the responses of its route', async () => {
      const route = defineRoute({
        method: 'GET',
        path: '/ovens',
        summary: 'Ovens',
        access: 'public',
        responses: { 200: object({ heat: number().required() }) },
        // @ts-expect-error a heat is a number
        handle: async () => ({ heat: 'hot' }),
      })
      const client = await clientOf(newKernel(inMemory).useAll([{ name: 'ovens', routes: () => [route] }]))

      expect((await client.get('/ovens')).status).to.equal(500)
    })

    it('allow no input for a handler without schemas', async () => {
      const route = defineRoute({
        method: 'POST',
        path: '/bells',
        summary: 'Ring a bell',
        access: 'public',
        responses: { 200: object({}) },
        handle: ({ body, params, query }) => {
          same<typeof body, undefined>(true)
          // @ts-expect-error there are no parameters
          const id: string = params.id
          // @ts-expect-error there is no query
          const page: string = query.page
          return { body, id, page }
        },
      })

      const client = await clientOf(newKernel(inMemory).useAll([{ name: 'bells', routes: () => [route] }]))

      expect((await client.post('/bells', { loud: true })).body).to.deep.equal({})
    })

    it('of the body of an upload are those of a received file', async () => {
      const route = defineRoute({
        method: 'POST',
        path: '/recipes',
        summary: 'Upload a recipe',
        access: 'public',
        body: upload('file'),
        responses: { 200: object({ size: number().required() }) },
        handle: ({ body }) => {
          same<typeof body, ReceivedFile>(true)
          return { size: body.size }
        },
      })

      const { dataDir, drop } = await sqlite.create()
      const kernel = newKernel({ settings: { ...inMemory.settings, dataDir } })
      const client = await clientOf(kernel.useAll([{ name: 'recipes', routes: () => [route] }]))

      const response = await client.upload('/recipes', 'flour')

      expect(response.body).to.deep.equal({ size: 5 })
      await drop()
    })

    it('of the handler’s principal are those that its access lets through', () => {
      const route = { method: 'GET' as const, path: '/', summary: '', responses: { 200: mixed<boolean>().required() } }
      const routes = [
        defineRoute({ ...route, access: 'public', handle: ({ principal: p }) => same<typeof p, Anonymous>(true) }),
        defineRoute({ ...route, access: 'optional', handle: ({ principal: p }) => same<typeof p, Principal>(true) }),
        defineRoute({
          ...route,
          access: 'authenticated',
          handle: ({ principal: p }) => same<typeof p, Authenticated>(true),
        }),
        defineRoute({ ...route, access: 'user', handle: ({ principal: p }) => same<typeof p, UserPrincipal>(true) }),
        defineRoute({
          ...route,
          access: { maxLevel: 1 },
          handle: ({ principal: p }) => same<typeof p, Authenticated>(true),
        }),
        defineRoute({
          ...route,
          access: { maxLevel: 0, user: true },
          handle: ({ principal: p }) => same<typeof p, UserPrincipal>(true),
        }),
      ]

      const accesses: Access[] = routes.map(({ access }) => access)

      expect(accesses).to.deep.equal([
        'public',
        'optional',
        'authenticated',
        'user',
        { maxLevel: 1 },
        { maxLevel: 0, user: true },
      ])
    })

    it('of the principal that a host gets are those that the access lets through, as in a route', async () => {
      const kernel = newKernel(inMemory)
      await kernel.start()
      const request = new IncomingMessage(new Socket())
      const calls = [
        // @ts-expect-error without access, everybody would be let in
        kernel.authenticate(request),
        kernel.authenticate(request, 'optional').then((p) => same<typeof p, Principal>(true)),
        kernel.authenticate(request, 'public').then((p) => same<typeof p, Anonymous>(true)),
        kernel.authenticate(request, 'user').then((p) => same<typeof p, UserPrincipal>(true)),
        kernel.authenticate(request, { maxLevel: 1 }).then((p) => same<typeof p, Authenticated>(true)),
        // @ts-expect-error there is no "everybody"
        kernel.authenticate(request, 'everybody'),
      ]

      const results = await Promise.allSettled(calls)

      expect(results.map(({ status }) => status)).to.deep.equal([
        'rejected',
        'fulfilled',
        'fulfilled',
        'rejected',
        'rejected',
        'rejected',
      ])
    })

    it('do not treat every principal as a user, since it may be a third-party token', async () => {
      const route = defineRoute({
        method: 'GET',
        path: '/me',
        summary: 'Who I am',
        access: 'optional',
        responses: { 200: object({ kind: string().required() }) },
        handle: ({ principal }) => {
          // @ts-expect-error a principal is not necessarily a user
          const username: string | undefined = principal.username
          return { kind: principal.kind, username }
        },
      })

      const client = await clientOf(newKernel(inMemory).useAll([{ name: 'mirror', routes: () => [route] }]))

      expect((await client.get('/me')).body).to.deep.equal({ kind: 'anonymous' })
    })
  })
})

class Stock {
  readonly left: number = 12
}

class Orders {
  readonly remaining: number

  constructor({ stock }: { stock: Stock }) {
    this.remaining = stock.left
  }
}

const stock = definePlugin()({ name: 'stock', services: { stock: Stock } })

const orders = definePlugin<{ stock: Stock }>()({
  name: 'orders',
  dependsOn: ['stock'],
  services: { orders: Orders },
})

/** Compiles only with `true` for two equal types, and with `false` for different ones. */
function same<One, Other>(
  expected: (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false,
): boolean {
  return expected
}

/** Starts a kernel on a free port, and returns a client for it. */
async function clientOf(kernel: Kernel<KernelServices>): Promise<TestClient> {
  await kernel.start()
  const { port } = await kernel.listen()
  return new TestClient(`http://127.0.0.1:${port}/api`)
}

import { createKernel, defineRoute, type KernelServices, Reply } from '@plinth/kernel'
import { startTestApp, type TestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { number, object, string } from 'yup'

const ovenShape = object({
  heat: number()
    .required()
    .meta({ description: 'Degrees Celsius.', examples: [220] }),
}).meta({ id: 'Oven', description: 'An oven.' })

const ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/ovens',
    operationId: 'oven',
    summary: 'The oven and its neighbour',
    access: 'public',
    databaseUnavailable: false,
    responses: { 200: object({ oven: ovenShape.required(), neighbour: ovenShape.nullable().defined() }) },
    headers: { 'X-Bakery': string().required().meta({ description: 'Whose oven it is.' }) },
    handle: () => Reply.json({ oven: { heat: 220 }, neighbour: null }, { headers: { 'X-Bakery': 'Anna' } }),
  }),
  defineRoute({
    method: 'GET',
    path: '/secretive',
    summary: 'Sends an undeclared header',
    access: 'public',
    responses: { 200: object({}) },
    handle: () => Reply.json({}, { headers: { 'X-Surprise': 'yes' } }),
  }),
  defineRoute({
    method: 'GET',
    path: '/page/:file',
    hidden: true,
    summary: 'A file of a page',
    access: 'public',
    params: object({ file: string().required() }),
    responses: { 200: object({}) },
    handle: () => ({}),
  }),
]

describe('the description of a route', () => {
  let app: TestApp<KernelServices>
  before(async () => {
    const [database] = testDatabases as [(typeof testDatabases)[number]]
    app = await startTestApp({
      database,
      kernel: (options) => createKernel(options).useAll([{ name: 'ovens', routes: () => ROUTES }]),
    })
  })
  after(() => app.stop())

  it('is in the document, with its operation id, named schemas, headers and an example from those of the fields', () => {
    const { paths, components } = app.kernel.openapi as unknown as Document
    const { operationId, responses } = paths['/ovens'].get
    const { content, headers } = responses['200'] as Operation['responses'][string]
    const media = content['application/json']

    expect(operationId).to.equal('oven')
    expect(components.schemas).to.have.property('Oven')
    expect(media?.schema.properties).to.deep.equal({
      oven: { $ref: '#/components/schemas/Oven' },
      neighbour: { anyOf: [{ $ref: '#/components/schemas/Oven' }, { type: 'null' }] },
    })
    expect(media?.examples).to.deep.equal({ response: { value: { oven: { heat: 220 }, neighbour: { heat: 220 } } } })
    expect(headers['X-Bakery']).to.deep.include({ description: 'Whose oven it is.', required: true })
    expect(responses).not.to.have.property('401')
    expect(Object.keys(paths)).to.have.members(['/ovens', '/secretive', '/health/live', '/health/ready', '/overview'])
  })

  it('is compared with the responses by a test app, including their headers', async () => {
    expect((await app.get('/ovens')).headers['x-bakery']).to.equal('Anna')
    expect((await app.get('/page/start.js')).status).to.equal(200)
    const error = await app.get('/secretive').catch((failure: Error) => failure)

    expect(error).to.have.property(
      'message',
      'GET /secretive → 200: the document does not declare the header x-surprise. Add it to the headers of the route.',
    )
  })
})

interface Document {
  readonly paths: Readonly<Record<'/ovens', { readonly get: Operation }>>
  readonly components: { readonly schemas: object }
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers: Readonly<Record<string, object>>
        readonly content: Readonly<Record<string, { schema: { properties: object }; examples: object }>>
      }
    >
  >
}

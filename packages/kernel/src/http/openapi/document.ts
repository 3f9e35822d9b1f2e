import type { AnyRoute } from '../route.js'
import { Components } from './components.js'
import type { JsonSchema } from './json-schema.js'
import { operationOf } from './operation.js'
import { operationIdOf } from './operation-id.js'

export interface DocumentOptions {
  readonly basePath: string
  readonly version: string
}

/** Builds the OpenAPI 3.1 document of all routes that are not hidden. */
export function openapiDocument(all: readonly AnyRoute[], { basePath, version }: DocumentOptions): JsonSchema {
  const components = new Components()
  const paths: Record<string, JsonSchema> = {}
  const routes = all.filter(({ hidden }) => !hidden)
  for (const route of routes) {
    const path = pathOf(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plinth',
      version,
      description: descriptionFor(routes),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/' }],
    paths,
    components: { ...components.toJson(), securitySchemes: SECURITY_SCHEMES },
  }
}

/** Returns the introduction at the top of the API page. */
function descriptionFor(routes: readonly AnyRoute[]): string {
  const login = routes.find((route) => operationIdOf(route) === 'login')
  return [
    'The REST API of Plinth and its plugins.',
    ...(login
      ? [
          `**To begin**, log in with \`${login.method} ${login.path}\` and copy \`apiKey\` from the response.`,
          USE_OF_KEY,
        ]
      : []),
  ].join('\n\n')
}

const USE_OF_KEY =
  'On the API page, press **Authorize**, paste the key as `apiKey`, and press *Apply credentials*. Programs send it as `X-API-KEY`. ' +
  'Operations with a lock need a key; the others need none.'

/** Returns the path of a route in the document, without a trailing slash. Routes accept both forms. */
function pathOf({ path }: AnyRoute): string {
  return path.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '')
}

const SECURITY_SCHEMES: JsonSchema = {
  // The API page focuses the last scheme.
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as `Authorization: Bearer …`.' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'A key from login, or a third-party token.',
  },
}

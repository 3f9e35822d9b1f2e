import type { AnySchema } from 'yup'
import type { AnyRoute } from '../route.js'
import type { Components } from './components.js'
import type { JsonSchema } from './json-schema.js'

type Headers = Readonly<Record<string, JsonSchema>>

const REQUEST_ID: Headers = {
  'X-Request-Id': {
    description: 'The id of the request, also in the log: the one that the client sent, or a new one.',
    required: true,
    schema: { type: 'string' },
  },
}
const RETRY: Headers = {
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', examples: [2] } },
}
const REDIRECTION: Headers = {
  Location: { description: 'The URL to go to.', required: true, schema: { type: 'string' } },
}
/** Headers of a 401 to a request with a key. */
const ENDED_SESSION: Headers = {
  'Set-Cookie': { description: 'Deletes a session cookie whose session has ended.', schema: { type: 'string' } },
}
/** Headers of responses by status. */
const BY_STATUS: Readonly<Record<string, Headers>> = {
  401: {
    'WWW-Authenticate': { description: 'Asks for a key.', required: true, schema: { const: 'Bearer realm="Plinth"' } },
  },
  429: RETRY,
  503: RETRY,
}

/**
 * Returns the headers of a route's responses with a status. The headers that a route declares apply to its 2xx
 * responses.
 */
export function headersOf(status: string, { access, headers = {} }: AnyRoute, components: Components): JsonSchema {
  const byStatus = status.startsWith('3') ? REDIRECTION : BY_STATUS[status]
  const ofKey = status === '401' && access !== 'public' ? ENDED_SESSION : {}
  const shared = Object.entries({ ...REQUEST_ID, ...byStatus, ...ofKey })
  const own = status.startsWith('2') ? Object.entries(headers as Record<string, AnySchema>) : []
  return Object.fromEntries([
    ...shared.map(([name, header]) => [name, components.header(name, header)]),
    ...own.map(([name, schema]) => [name, headerOf(schema, components)]),
  ])
}

function headerOf(value: AnySchema, components: Components): JsonSchema {
  const { description, ...schema } = components.schemaOf(value)
  return { ...(description !== undefined && { description }), required: !value.spec.optional, schema }
}

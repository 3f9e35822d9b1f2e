import type { AnySchema, ObjectSchema } from 'yup'
import { type Access, isForAllUsers, isOptional, needsFreshLogin } from '../access.js'
import type { AnyRoute } from '../route.js'
import type { Components } from './components.js'
import type { JsonSchema } from './json-schema.js'
import { operationIdOf } from './operation-id.js'
import { responsesOf } from './responses-of.js'

/** Converts a route to an operation of the document. */
export function operationOf(route: AnyRoute, components: Components): JsonSchema {
  const body = requestBody(route, components)
  const description = [route.description, requirementOf(route.access)].filter(Boolean).join('\n\n')
  return {
    operationId: operationIdOf(route),
    tags: [route.group ?? route.path.split('/')[1] ?? ''],
    summary: route.summary,
    ...(description && { description }),
    security: security(route.access),
    'x-plinth-access': route.access,
    parameters: [
      ...parameters('path', route.params, components),
      ...parameters('query', route.query, components),
      ...(route.needsIfMatch ? [IF_MATCH] : []),
    ],
    ...(body && { requestBody: body }),
    responses: responsesOf(route, components),
  }
}

const FRESH_LOGIN = 'The login of a user must be fresh: see `POST /users/confirm`.'

const IF_MATCH: JsonSchema = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of what is changed, as you have read it.',
  required: true,
  schema: { type: 'string', examples: ['"made"'] },
}

/** Returns what an operation requires in addition to a key: the security schemes cannot express it. */
function requirementOf(access: Access): string | undefined {
  const sentences = [callerRequirementOf(access), needsFreshLogin(access) ? FRESH_LOGIN : undefined]
  return sentences.filter(Boolean).join(' ') || undefined
}

function callerRequirementOf(access: Access): string | undefined {
  if (typeof access === 'string' || access.maxLevel === undefined)
    return isForAllUsers(access) ? 'Requires a logged-in user; third-party tokens are not accepted.' : undefined
  const { maxLevel, user = false } = access
  return `Requires ${user ? 'a logged-in user with ' : ''}a role of level ${maxLevel}${maxLevel > 0 ? ' or lower' : ''}.`
}

function security(access: Access): JsonSchema[] {
  const keys: JsonSchema[] = [{ apiKey: [] }, { bearer: [] }]
  if (access === 'public') return []
  return isOptional(access) ? [{}, ...keys] : keys
}

function parameters(
  location: 'path' | 'query',
  schema: ObjectSchema<object> | undefined,
  components: Components,
): JsonSchema[] {
  const fields = (schema?.fields ?? {}) as Record<string, AnySchema>
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...json } = components.schemaOf(field)
    const required = location === 'path' || !field.spec.optional
    return { name, in: location, ...(description !== undefined && { description }), required, schema: json }
  })
}

function requestBody({ body, example }: AnyRoute, components: Components): JsonSchema | undefined {
  if (!body) return undefined
  if (body.kind !== 'upload') {
    const media = { schema: components.schemaOf(body), ...(example !== undefined && { example }) }
    return { required: true, content: { 'application/json': media } }
  }
  const file = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
  const { part, description } = body
  const schema = {
    type: 'object',
    required: [part],
    properties: { [part]: { ...file, ...(description !== undefined && { description }) } },
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

import type { AnySchema, ObjectSchema } from 'yup'
import type { Access } from '../access.js'
import type { AnyRoute } from '../route.js'
import type { Components } from './components.js'
import type { JsonSchema } from './json-schema.js'
import { operationIdOf } from './operation-id.js'
import { responsesOf } from './responses-of.js'

/** Converts a route to an operation of the document. */
export function operationOf(route: AnyRoute, components: Components): JsonSchema {
  const body = requestBody(route, components)
  return {
    operationId: operationIdOf(route),
    tags: [route.group ?? route.path.split('/')[1] ?? ''],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: security(route.access),
    parameters: [...parameters('path', route.params, components), ...parameters('query', route.query, components)],
    ...(body && { requestBody: body }),
    responses: responsesOf(route, components),
  }
}

function security(access: Access): JsonSchema[] {
  const keys: JsonSchema[] = [{ apiKey: [] }, { bearer: [] }]
  if (access === 'public') return []
  return access === 'optional' ? [{}, ...keys] : keys
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

import { type AnySchema, isSchema } from 'yup'
import { operationIdOf } from '../http/openapi/operation-id.js'
import type { ResponseShape } from '../http/responses/responses.js'
import type { AnyRoute } from '../http/route.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { duplicateProblems } from './check-plugins.js'

type RoutesByPlugin = ReadonlyMap<AnyPlugin, readonly AnyRoute[]>

/** Schema ids become part of references, and names of types in generated clients. */
const SCHEMA_ID = /^[A-Za-z]\w*$/
const KERNEL_SCHEMAS: ReadonlySet<string> = new Set(['Problem', 'FieldProblem'])
const KERNEL_SCHEMA_LIST = [...KERNEL_SCHEMAS].map((id) => `"${id}"`).join(' or ')

/** Returns problems of the operation ids and schema ids in the OpenAPI document. */
export function openapiIdProblems(routes: RoutesByPlugin): string[] {
  return [...operationIdProblems(routes), ...schemaIdProblems(routes)]
}

function operationIdProblems(routes: RoutesByPlugin): string[] {
  return duplicateProblems(
    [...routes.keys()],
    (plugin) => (routes.get(plugin) ?? []).map(operationIdOf),
    (id, [first, second]) =>
      first === second
        ? `The plugin "${first}" has two routes with the operationId "${id}". Rename one.`
        : `The plugins "${first}" and "${second}" both have a route with the operationId "${id}". Rename one.`,
  )
}

/** Schemas with the same id must be equal: the document contains the schema once. */
function schemaIdProblems(routes: RoutesByPlugin): string[] {
  const known = new Map<string, { owner: string; text: string }>()
  const problems = new Set<string>()
  for (const [{ name: plugin }, own] of routes) {
    for (const [id, schema] of own.flatMap(namedSchemas)) {
      if (!SCHEMA_ID.test(id) || KERNEL_SCHEMAS.has(id)) {
        problems.add(
          `The plugin "${plugin}" has a schema with the id "${id}". An id must consist of letters, digits and "_", start with a letter, and not be ${KERNEL_SCHEMA_LIST}.`,
        )
        continue
      }
      const text = textOf(schema)
      const { owner, text: before } = known.get(id) ?? { owner: plugin, text }
      known.set(id, { owner, text: before })
      if (before === text) continue
      problems.add(
        owner === plugin
          ? `The plugin "${plugin}" has two different schemas with the id "${id}". Rename one.`
          : `The plugins "${owner}" and "${plugin}" have different schemas with the id "${id}". Rename one.`,
      )
    }
  }
  return [...problems]
}

/** Serialises a schema for comparison, without its examples and whether it is required, which may differ by use. */
function textOf(schema: AnySchema): string {
  const meta = { ...schema.spec.meta, examples: undefined }
  return JSON.stringify({ ...schema.describe(), meta, optional: undefined, nullable: undefined })
}

function namedSchemas({ body, responses }: AnyRoute): [id: string, schema: AnySchema][] {
  const shapes = Object.values(responses as Record<string, ResponseShape>)
  const ofResponses = shapes.map((shape) => ('kind' in shape && shape.kind === 'stream' ? shape.schema : shape))
  return [body, ...ofResponses].filter(isSchema).flatMap((schema) => namedSchemasIn(schema as AnySchema))
}

function namedSchemasIn(schema: AnySchema): [id: string, schema: AnySchema][] {
  const { fields = {}, innerType } = schema as AnySchema & { fields?: Record<string, AnySchema>; innerType?: AnySchema }
  const parts = [...Object.values(fields), ...(innerType ? [innerType] : [])]
  const { id } = schema.spec.meta ?? {}
  return [...(id === undefined ? [] : [[String(id), schema] as [string, AnySchema]]), ...parts.flatMap(namedSchemasIn)]
}

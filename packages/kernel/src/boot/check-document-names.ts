import { type AnySchema, isSchema } from 'yup'
import { operationIdOf } from '../http/openapi/operation-id.js'
import type { ResponseShape } from '../http/responses/responses.js'
import type { AnyRoute } from '../http/route.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { clashes } from './check-plugins.js'

type RoutesByPlugin = ReadonlyMap<AnyPlugin, readonly AnyRoute[]>

/** Pattern of a schema id, which becomes part of references and a type name in generated clients. */
const NAME = /^[A-Za-z]\w*$/
const KERNEL_SCHEMAS: ReadonlySet<string> = new Set(['Problem', 'FieldProblem'])

/** Returns problems with the names of routes and schemas in the OpenAPI document. */
export function documentNameProblems(routes: RoutesByPlugin): string[] {
  return [...operationProblems(routes), ...schemaProblems(routes)]
}

function operationProblems(routes: RoutesByPlugin): string[] {
  return clashes(
    [...routes.keys()],
    (plugin) => (routes.get(plugin) ?? []).map(operationIdOf),
    (id, [first, second]) =>
      first === second
        ? `The plugin "${first}" has two routes with the operationId "${id}". Rename one.`
        : `The plugins "${first}" and "${second}" both have a route with the operationId "${id}". Rename one.`,
  )
}

/** Schemas with the same id must be equal: the document contains the schema once. */
function schemaProblems(routes: RoutesByPlugin): string[] {
  const known = new Map<string, { owner: string; text: string }>()
  const problems = new Set<string>()
  for (const [{ name: plugin }, own] of routes) {
    for (const [id, schema] of own.flatMap(namedSchemas)) {
      if (!NAME.test(id) || KERNEL_SCHEMAS.has(id)) {
        problems.add(
          `The plugin "${plugin}" has a schema with the id "${id}". Use letters, and no id of the kernel's schemas.`,
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

/** Serialises a schema for comparison, without what may differ between uses: whether it is required, and examples. */
function textOf(schema: AnySchema): string {
  const meta = { ...schema.spec.meta, examples: undefined }
  return JSON.stringify({ ...schema.describe(), meta, optional: undefined, nullable: undefined })
}

function namedSchemas({ body, responses }: AnyRoute): [id: string, schema: AnySchema][] {
  const shapes = Object.values(responses as Record<string, ResponseShape>)
  const ofResponses = shapes.map((shape) => ('kind' in shape && shape.kind === 'stream' ? shape.schema : shape))
  return [body, ...ofResponses].filter(isSchema).flatMap((schema) => namedWithin(schema as AnySchema))
}

function namedWithin(schema: AnySchema): [id: string, schema: AnySchema][] {
  const { fields = {}, innerType } = schema as AnySchema & { fields?: Record<string, AnySchema>; innerType?: AnySchema }
  const parts = [...Object.values(fields), ...(innerType ? [innerType] : [])]
  const { id } = schema.spec.meta ?? {}
  return [...(id === undefined ? [] : [[String(id), schema] as [string, AnySchema]]), ...parts.flatMap(namedWithin)]
}

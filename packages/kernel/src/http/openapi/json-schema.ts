import { convertSchema } from '@sodaru/yup-to-json-schema'
import type { AnySchema, ObjectSchema } from 'yup'

/** JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>

/** Stores the JSON Schema of a named yup schema (`meta.id`) as a component and returns a reference to it. */
export type DefineComponent = (id: string, json: JsonSchema) => JsonSchema

/**
 * Converts a yup schema to a JSON Schema (2020-12), and adds what the converter omits. Its `meta` is copied without
 * `id`. A schema with an `id` is replaced by the result of `defineComponent` if given, else inlined.
 */
export function jsonSchemaOf(schema: AnySchema, defineComponent?: DefineComponent): JsonSchema {
  return complete(convertSchema(schema) as JsonSchema, schema, defineComponent)
}

/** Returns the metadata of a schema. */
export function metaOf(schema: AnySchema): Readonly<Record<string, unknown>> {
  return schema.spec.meta ?? {}
}

function complete(converted: JsonSchema, schema: AnySchema, defineComponent: DefineComponent | undefined): JsonSchema {
  const { id, ...meta } = metaOf(schema)
  const isNamed = defineComponent !== undefined && typeof id === 'string'
  if (isNamed && schema.spec.nullable)
    return { anyOf: [jsonSchemaOf(schema.nonNullable() as AnySchema, defineComponent), { type: 'null' }] }
  const { default: _, ...rest } = converted
  const json: JsonSchema = { ...rest, ...meta }
  if (Array.isArray(json.type) && json.type.length === 0) delete json.type // yup's mixed
  if (Array.isArray(json.enum) && schema.spec.nullable) json.enum = [...new Set([...json.enum, null])]
  const whole = completeByType(json, schema, defineComponent)
  return isNamed ? reference(id, whole, defineComponent) : whole
}

/** Returns a reference to a named schema. Examples stay next to the reference, because they can differ between uses. */
function reference(id: string, { examples, ...json }: JsonSchema, defineComponent: DefineComponent): JsonSchema {
  return { ...defineComponent(id, json), ...(examples !== undefined && { examples }) }
}

function completeByType(json: JsonSchema, schema: AnySchema, defineComponent: DefineComponent | undefined): JsonSchema {
  if (schema.type === 'string') return completeString(json, schema)
  if (schema.type === 'tuple') return completeTuple(json)
  if (schema.type === 'object') return completeObject(json, schema as ObjectSchema<object>, defineComponent)
  if (schema.type === 'array') return completeArray(json, schema, defineComponent)
  return json
}

function completeString({ pattern, ...json }: JsonSchema, schema: AnySchema): JsonSchema {
  if (isRequired(schema)) json.minLength ??= 1 // yup rejects an empty required string
  return pattern === undefined || !isPortable(String(pattern), schema) ? json : { ...json, pattern }
}

/** Returns whether a pattern means the same in JSON Schema, which has no flags and always uses Unicode mode. */
function isPortable(pattern: string, schema: AnySchema): boolean {
  const { tests } = schema.describe() as { tests: { params?: { regex?: RegExp } }[] }
  if (tests.some(({ params }) => params?.regex && !/^u?$/.test(params.regex.flags))) return false
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

/** Converts `items` of earlier drafts to `prefixItems` of draft 2020-12. */
function completeTuple({ items, ...json }: JsonSchema): JsonSchema {
  const prefixItems = Array.isArray(items) ? items : []
  return { ...json, prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length }
}

function completeObject(
  json: JsonSchema,
  schema: ObjectSchema<object>,
  defineComponent: DefineComponent | undefined,
): JsonSchema {
  const fields = schema.fields as Record<string, AnySchema>
  const names = Object.keys(fields)
  if (names.length === 0) return json
  const converted = (json.properties ?? {}) as Record<string, JsonSchema>
  const properties = Object.fromEntries(
    names.map((name) => [name, complete(converted[name] ?? {}, fields[name] as AnySchema, defineComponent)]),
  )
  const required = names.filter((name) => !(fields[name] as AnySchema).spec.optional)
  return {
    ...json,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties:
      (json.additionalProperties as unknown) ?? (schema.spec as { noUnknown?: boolean }).noUnknown === false,
  }
}

function completeArray(json: JsonSchema, schema: AnySchema, defineComponent: DefineComponent | undefined): JsonSchema {
  const { innerType } = schema as unknown as { innerType?: AnySchema }
  return innerType ? { ...json, items: complete((json.items ?? {}) as JsonSchema, innerType, defineComponent) } : json
}

function isRequired(schema: AnySchema): boolean {
  return schema.describe().tests.some(({ name }: { name?: string }) => name === 'required')
}

import { convertSchema } from '@sodaru/yup-to-json-schema'
import type { AnySchema, ObjectSchema } from 'yup'

/** A JSON Schema of the draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>

/** Takes the JSON Schema of a yup schema that has a name (`meta.id`), and gives what stands in its place. */
export type Refer = (id: string, json: JsonSchema) => JsonSchema

/**
 * The JSON Schema (2020-12) of a yup schema; what the converter does not see is added from the schema itself. Its
 * `meta` is added as it is, but for `id`: a schema with one is written out, or is what `refer` makes of it.
 */
export function jsonSchemaOf(schema: AnySchema, refer?: Refer): JsonSchema {
  return completed(convertSchema(schema) as JsonSchema, schema, refer)
}

/** What a schema says of itself beside its rules. */
export function metaOf(schema: AnySchema): Readonly<Record<string, unknown>> {
  return schema.spec.meta ?? {}
}

function completed(converted: JsonSchema, schema: AnySchema, refer: Refer | undefined): JsonSchema {
  const { id, ...meta } = metaOf(schema)
  const isNamed = refer !== undefined && typeof id === 'string'
  if (isNamed && schema.spec.nullable)
    return { anyOf: [jsonSchemaOf(schema.nonNullable() as AnySchema, refer), { type: 'null' }] }
  const { default: _, ...rest } = converted
  const json: JsonSchema = { ...rest, ...meta }
  if (Array.isArray(json.type) && json.type.length === 0) delete json.type // yup's mixed
  if (Array.isArray(json.enum) && schema.spec.nullable) json.enum = [...new Set([...json.enum, null])]
  const whole = completedByType(json, schema, refer)
  return isNamed ? referredTo(id, whole, refer) : whole
}

/** What a schema is belongs to its name; examples belong to the place where it is used. */
function referredTo(id: string, { examples, ...json }: JsonSchema, refer: Refer): JsonSchema {
  return { ...refer(id, json), ...(examples !== undefined && { examples }) }
}

function completedByType(json: JsonSchema, schema: AnySchema, refer: Refer | undefined): JsonSchema {
  if (schema.type === 'string') return completedText(json, schema)
  if (schema.type === 'tuple') return completedTuple(json)
  if (schema.type === 'object') return completedObject(json, schema as ObjectSchema<object>, refer)
  if (schema.type === 'array') return completedArray(json, schema, refer)
  return json
}

function completedText({ pattern, ...json }: JsonSchema, schema: AnySchema): JsonSchema {
  if (isRequired(schema)) json.minLength ??= 1 // yup takes no empty text for a required one
  return pattern === undefined || !isPortable(String(pattern), schema) ? json : { ...json, pattern }
}

/** JSON Schema has no flags, and reads every pattern as Unicode. */
function isPortable(pattern: string, schema: AnySchema): boolean {
  const { tests } = schema.describe() as { tests: { params?: { regex?: RegExp } }[] }
  if (tests.some(({ params }) => params?.regex && !/^u?$/.test(params.regex.flags))) return false
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

/** The draft 2020-12 has `prefixItems` where earlier ones had a list of `items`. */
function completedTuple({ items, ...json }: JsonSchema): JsonSchema {
  const prefixItems = Array.isArray(items) ? items : []
  return { ...json, prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length }
}

function completedObject(json: JsonSchema, schema: ObjectSchema<object>, refer: Refer | undefined): JsonSchema {
  const fields = schema.fields as Record<string, AnySchema>
  const names = Object.keys(fields)
  if (names.length === 0) return json
  const converted = (json.properties ?? {}) as Record<string, JsonSchema>
  const properties = Object.fromEntries(
    names.map((name) => [name, completed(converted[name] ?? {}, fields[name] as AnySchema, refer)]),
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

function completedArray(json: JsonSchema, schema: AnySchema, refer: Refer | undefined): JsonSchema {
  const { innerType } = schema as unknown as { innerType?: AnySchema }
  return innerType ? { ...json, items: completed((json.items ?? {}) as JsonSchema, innerType, refer) } : json
}

function isRequired(schema: AnySchema): boolean {
  return schema.describe().tests.some(({ name }: { name?: string }) => name === 'required')
}

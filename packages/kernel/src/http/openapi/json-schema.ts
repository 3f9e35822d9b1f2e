import { convertSchema } from '@sodaru/yup-to-json-schema'
import type { AnySchema, ObjectSchema } from 'yup'

/** A JSON Schema of the draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>

/** The JSON Schema (2020-12) of a yup schema; what the converter does not see is added from the schema itself. */
export function jsonSchemaOf(schema: AnySchema): JsonSchema {
  return completed(convertSchema(schema) as JsonSchema, schema)
}

function completed(converted: JsonSchema, schema: AnySchema): JsonSchema {
  const meta = (schema.describe() as { meta?: JsonSchema }).meta ?? {}
  const { default: _, ...rest } = converted
  const json: JsonSchema = { ...rest, ...meta }
  if (Array.isArray(json.type) && json.type.length === 0) delete json.type // yup's mixed
  if (Array.isArray(json.enum) && schema.spec.nullable) json.enum = [...new Set([...json.enum, null])]
  if (schema.type === 'string') return completedText(json, schema)
  if (schema.type === 'tuple') return completedTuple(json)
  if (schema.type === 'object') return completedObject(json, schema as ObjectSchema<object>)
  if (schema.type === 'array') return completedArray(json, schema)
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

function completedObject(json: JsonSchema, schema: ObjectSchema<object>): JsonSchema {
  const fields = schema.fields as Record<string, AnySchema>
  const names = Object.keys(fields)
  if (names.length === 0) return json
  const converted = (json.properties ?? {}) as Record<string, JsonSchema>
  const properties = Object.fromEntries(
    names.map((name) => [name, completed(converted[name] ?? {}, fields[name] as AnySchema)]),
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

function completedArray(json: JsonSchema, schema: AnySchema): JsonSchema {
  const { innerType } = schema as unknown as { innerType?: AnySchema }
  return innerType ? { ...json, items: completed((json.items ?? {}) as JsonSchema, innerType) } : json
}

function isRequired(schema: AnySchema): boolean {
  return schema.describe().tests.some(({ name }: { name?: string }) => name === 'required')
}

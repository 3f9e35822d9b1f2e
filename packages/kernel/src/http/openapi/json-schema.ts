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
  if (schema.type === 'string' && isRequired(schema)) json.minLength ??= 1 // yup takes no empty text for a required one
  if (schema.type === 'object') return completedObject(json, schema as ObjectSchema<object>)
  if (schema.type === 'array') return completedArray(json, schema)
  return json
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
    additionalProperties: (json.additionalProperties as unknown) ?? false,
  }
}

function completedArray(json: JsonSchema, schema: AnySchema): JsonSchema {
  const { innerType } = schema as unknown as { innerType?: AnySchema }
  return innerType ? { ...json, items: completed((json.items ?? {}) as JsonSchema, innerType) } : json
}

function isRequired(schema: AnySchema): boolean {
  return schema.describe().tests.some(({ name }: { name?: string }) => name === 'required')
}

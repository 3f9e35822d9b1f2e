import type { Components } from './components.js'
import type { JsonSchema } from './json-schema.js'

/**
 * A value as the `examples` of a schema show it: its own first one, or one put together of those of its parts.
 * `undefined` where a part that must be there has none; one that may be missing is left out.
 */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0]
  const { enum: values, type, items, properties, anyOf } = components.resolve(schema)
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema, components) // the other one is null
  if (type === 'array' && items) return exampleOfList(items as JsonSchema, components)
  if (properties) return exampleOfObject(components.resolve(schema), components)
  return undefined
}

function exampleOfList(items: JsonSchema, components: Components): unknown {
  const item = exampleOf(items, components)
  return item === undefined ? undefined : [item]
}

function exampleOfObject({ properties, required = [] }: JsonSchema, components: Components): unknown {
  const parts = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, part]) => [name, exampleOf(part, components)] as const,
  )
  const isWhole = parts.every(([name, part]) => part !== undefined || !(required as string[]).includes(name))
  return isWhole ? Object.fromEntries(parts.filter(([, part]) => part !== undefined)) : undefined
}

import type { Components } from './components.js'
import type { JsonSchema } from './json-schema.js'

/**
 * Returns an example of a schema: the first of its own `examples`, or one composed of examples of its parts. Returns
 * `undefined` if a required part has none. Optional parts without one are omitted.
 */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0]
  const { enum: values, type, items, properties, anyOf } = components.resolve(schema)
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonSchema, components) // the second is null
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
  const isComplete = parts.every(([name, part]) => part !== undefined || !(required as string[]).includes(name))
  return isComplete ? Object.fromEntries(parts.filter(([, part]) => part !== undefined)) : undefined
}

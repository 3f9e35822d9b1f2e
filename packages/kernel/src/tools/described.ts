import type { AnySchema } from 'yup'

/** Returns a schema with its description, and examples if there are any, as the OpenAPI document shows them. */
export function described<S extends AnySchema>(schema: S, description: string, ...examples: readonly unknown[]): S {
  return schema.meta({ description, ...(examples.length > 0 && { examples: [...examples] }) })
}

import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** Returns the folder of Swagger UI, an optional dependency, or `undefined` if it is not installed. */
export function swaggerFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  } catch {
    return undefined
  }
}

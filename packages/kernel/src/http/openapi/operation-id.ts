import type { AnyRoute } from '../route.js'

/** Returns the operation id of a route: its own, or one made of method and path, such as `postPumpsNameService`. */
export function operationIdOf({ operationId, method, path }: AnyRoute): string {
  if (operationId !== undefined) return operationId
  const words = path.split(/[/_:.-]+/).filter(Boolean)
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index ? word[0]?.toUpperCase() + word.slice(1) : word))
    .join('')
}

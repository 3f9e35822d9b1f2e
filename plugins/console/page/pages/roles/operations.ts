/** Who may call an operation, as the OpenAPI document says in `x-plinth-access`. */
type AccessRule = string | { readonly maxLevel?: number; readonly user?: boolean }

/** An operation of the REST API. */
export interface Operation {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly access: AccessRule
}

interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

interface DocumentedOperation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-plinth-access'?: AccessRule
}

/** Returns the operations of an OpenAPI document that are not public, including those of the host's plugins. */
export function operationsIn(document: Record<string, unknown>): Operation[] {
  const { paths = {} } = document as OpenApiDocument
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '', tags = [], 'x-plinth-access': access = 'public' }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      group: tags[0] ?? '',
      summary,
      access,
    })),
  )
  return all.filter(({ access }) => access !== 'public')
}

/** Returns whether users with a role of a level may call an operation. */
export function mayCall(level: number, { access }: Operation): boolean {
  return typeof access === 'string' || access.maxLevel === undefined || level <= access.maxLevel
}

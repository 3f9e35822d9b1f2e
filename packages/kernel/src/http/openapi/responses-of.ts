import type { AnySchema } from 'yup'
import type { AnyErrorKind } from '../../errors/define-errors.js'
import type { ResponseShape } from '../responses/responses.js'
import type { AnyRoute } from '../route.js'
import type { Components } from './components.js'
import { errorsOf } from './errors-of.js'
import { exampleOf } from './example-of.js'
import { headersOf } from './headers-of.js'
import type { JsonSchema } from './json-schema.js'
import { problemWith } from './problem-schema.js'

/** Schema and examples of one content type. */
interface Media {
  readonly schema: JsonSchema
  /** Examples by name. */
  readonly examples?: Readonly<Record<string, unknown>>
}

type Content = Readonly<Record<string, Media>>

const JSON_TYPE = 'application/json'

/** Returns all responses of a route by status: those that it declares, and its errors. */
export function responsesOf(route: AnyRoute, components: Components): Readonly<Record<string, unknown>> {
  const shapes = new Map(Object.entries(route.responses as Record<string, ResponseShape>))
  const errors = byStatus(errorsOf(route))
  const statuses = [...new Set([...shapes.keys(), ...errors.keys()])].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const [shape, kinds = []] = [shapes.get(status), errors.get(status)]
      const content = { ...(shape && contentOf(shape, components)) }
      const response = {
        description: descriptionOf(status, kinds),
        headers: headersOf(status, route, components),
        content: kinds.length > 0 ? withProblems(content, kinds, components) : content,
      }
      return [status, response]
    }),
  )
}

function byStatus(kinds: readonly AnyErrorKind[]): ReadonlyMap<string, readonly AnyErrorKind[]> {
  const groups = new Map<string, AnyErrorKind[]>()
  for (const kind of kinds) groups.set(String(kind.status), [...(groups.get(String(kind.status)) ?? []), kind])
  return groups
}

/** Returns the description of a status, with one paragraph for each error code. */
function descriptionOf(status: string, errors: readonly AnyErrorKind[]): string {
  if (errors.length > 0) return errors.map(({ code, text }) => `\`${code}\`: ${text}`).join('\n\n')
  if (status.startsWith('3')) return 'See the header Location.'
  return status.startsWith('2') ? 'Done.' : 'Failed.'
}

function contentOf(shape: ResponseShape, components: Components): Content {
  if ('kind' in shape && shape.kind === 'text') {
    const examples = Object.fromEntries(shape.texts.map((text, index) => [`text${index + 1}`, { value: text }]))
    return { 'text/plain': { schema: { type: 'string', enum: shape.texts }, examples } }
  }
  if ('kind' in shape && shape.kind === 'stream')
    return { [shape.contentType]: shape.schema ? mediaOf(shape.schema, components) : { schema: {} } }
  return { [JSON_TYPE]: mediaOf(shape as AnySchema, components) }
}

function mediaOf(schema: AnySchema, components: Components): Media {
  const json = components.schemaOf(schema)
  const value = exampleOf(json, components)
  return value === undefined ? { schema: json } : { schema: json, examples: { response: { value } } }
}

/** Adds the error bodies of a status to its declared content. */
function withProblems(content: Content, errors: readonly AnyErrorKind[], components: Components): Content {
  const { [JSON_TYPE]: own, ...others } = content
  const problem = problemWith(errors)
  const schema = own ? { anyOf: [own.schema, problem] } : problem
  const examples = Object.fromEntries(errors.map((kind) => [kind.code, components.exampleOfError(kind)]))
  return { [JSON_TYPE]: { schema, examples: { ...own?.examples, ...examples } }, ...others }
}

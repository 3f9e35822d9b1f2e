import { type AnySchema, type ObjectSchema, ValidationError } from 'yup'
import type { ErrorKind } from '../../errors/define-errors.js'
import type { FieldProblem } from '../../errors/plinth-error.js'
import { isLongerThan, shortened } from '../../text/characters.js'
import { compileQuickCheck } from './quick-check.js'
import { objectionTo } from './storable.js'

/** More help nobody. */
const MAX_PROBLEMS = 20
/** Of what yup finds, several of which may be of one field. */
const MAX_LOOKED_AT = 1_000
/** Of a name that the request has made up. */
const MAX_NAME_CHARACTERS = 64

const PLAIN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
/** Stands for an object where a plain value should be: yup makes a text of all that is in it. */
const NOT_PLAIN = Object.freeze({})

/** Gives a value back as what it was checked to be, or throws. */
export type Check<T> = (value: unknown) => T

/**
 * Compiles the check of a schema once: strict, no unknown fields, no casts. What it refuses is thrown as that kind of
 * error.
 */
export function compileCheck<T extends object>(schema: ObjectSchema<T>, refused: ErrorKind): Check<T> {
  const strict = schema.noUnknown().strict()
  const isSurelyRight = compileQuickCheck(strict)
  return (value) => {
    const objection = objectionTo(value)
    if (objection) throw refused({}, { fields: [{ field: '', message: objection }] })
    if (isSurelyRight?.(value)) return value as T
    const problems = distinct([
      ...problemsBy(strict, knownPart(value, schema)),
      ...unknownFields(value, schema).map(unknownProblem),
    ])
    if (problems.length === 0) return value as T
    throw refused({}, { fields: problems })
  }
}

/**
 * As many as are told. Looked for here: from so many that it takes a while, yup makes one text, in which a name may
 * have a comma.
 */
function unknownFields(value: unknown, { fields }: { fields: object }): string[] {
  if (typeof value !== 'object' || value === null) return []
  const unknown: string[] = []
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue
    unknown.push(name)
    if (unknown.length === MAX_PROBLEMS) break
  }
  return unknown
}

/** What a schema declares of a value, as far as that is needed to tell what is wrong with it. */
function knownPart(value: unknown, { fields }: { fields: object }): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields as Record<string, Partial<AnySchema>>)) {
    if (!Object.hasOwn(value, name)) continue
    const said = (value as Record<string, unknown>)[name]
    const isWrong = typeof said === 'object' && said !== null && PLAIN_TYPES.has(field.type ?? '')
    known[name] = isWrong ? NOT_PLAIN : said
  }
  return known
}

const unknownProblem = (name: string): FieldProblem => ({
  field: shortened(name, MAX_NAME_CHARACTERS),
  message: 'is not a field of this request',
})

/** The first one of each field, as many as are told. */
function distinct(problems: readonly FieldProblem[]): FieldProblem[] {
  const first = new Map<string, FieldProblem>()
  for (const problem of problems) {
    if (!first.has(problem.field)) first.set(problem.field, problem)
    if (first.size === MAX_PROBLEMS) break
  }
  return [...first.values()]
}

/** Field by field, without the values: yup's own texts repeat a password of the wrong type. */
function problemsBy(schema: Pick<AnySchema, 'validateSync'>, value: unknown): FieldProblem[] {
  try {
    schema.validateSync(value, { abortEarly: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const all = error.inner.length > 0 ? error.inner : [error]
    return all.slice(0, MAX_LOOKED_AT).flatMap(problemOf)
  }
}

function problemOf({ path = '', type, params, message, value }: ValidationError): FieldProblem[] {
  if (type === 'max' && isShortEnough(value, Number(params?.max))) return []
  if (type === 'noUnknown') return nestedUnknownFields(params).map(unknownProblem)
  if (type === 'typeError') return [{ field: path, message: `must be of type ${String(params?.type)}` }]
  if (type === 'nullable') return [{ field: path, message: 'must not be null' }]
  if (type === 'optionality' || type === 'required') return [{ field: path, message: 'is required' }]
  return [{ field: path, message }]
}

/** yup counts the UTF-16 units of a text, and the OpenAPI document says characters. */
function isShortEnough(value: unknown, maximum: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, maximum)
}

/** Of an object in a field. */
function nestedUnknownFields(params: Record<string, unknown> | undefined): string[] {
  return String(params?.unknown ?? '').split(', ', MAX_PROBLEMS)
}

import { type AnySchema, type ObjectSchema, ValidationError } from 'yup'
import type { ErrorKind } from '../../errors/define-errors.js'
import type { FieldProblem } from '../../errors/plinth-error.js'
import { isLongerThan, truncate } from '../../text/characters.js'
import { compileQuickCheck } from './quick-check.js'
import { unstorableReason } from './storable.js'

/** Maximum number of problems in one error. */
const MAX_PROBLEMS = 20
/** Maximum number of yup errors that are read. Several may concern one field. */
const MAX_YUP_ERRORS = 1_000
/** Maximum length of an unknown field's name in an error. */
const MAX_NAME_CHARACTERS = 64

const SCALAR_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
/** Replaces an object where a scalar is expected: yup would print all of it in its message. */
const NON_SCALAR = Object.freeze({})

/** Returns the value with its checked type, or throws. */
export type Check<T> = (value: unknown) => T

/**
 * Compiles a schema into a strict check: values are not cast, and unknown fields are rejected. The check throws an
 * `invalid` error with the problem of each field.
 */
export function compileCheck<T extends object>(schema: ObjectSchema<T>, invalid: ErrorKind): Check<T> {
  const strict = schema.noUnknown().strict()
  const passesQuickly = compileQuickCheck(strict)
  return (value) => {
    const reason = unstorableReason(value)
    if (reason) throw invalid({}, { fields: [{ field: '', message: reason }] })
    if (passesQuickly?.(value)) return value as T
    const problems = firstOfEachField([
      ...problemsBy(strict, declaredFields(value, schema)),
      ...unknownFields(value, schema).map(unknownProblem),
    ])
    if (problems.length === 0) return value as T
    throw invalid({}, { fields: problems })
  }
}

/**
 * Returns the names of unknown fields, at most `MAX_PROBLEMS`. yup is not used for this: it joins all names with
 * commas, which a name may contain, and takes long for many.
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

/** Copies the declared fields of a value, with `NON_SCALAR` for objects where a scalar is expected. */
function declaredFields(value: unknown, { fields }: { fields: object }): unknown {
  if (typeof value !== 'object' || value === null) return value
  const declared: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields as Record<string, Partial<AnySchema>>)) {
    if (!Object.hasOwn(value, name)) continue
    const given = (value as Record<string, unknown>)[name]
    const isWrong = typeof given === 'object' && given !== null && SCALAR_TYPES.has(field.type ?? '')
    declared[name] = isWrong ? NON_SCALAR : given
  }
  return declared
}

const unknownProblem = (name: string): FieldProblem => ({
  field: truncate(name, MAX_NAME_CHARACTERS),
  message: 'is not a field of this request',
})

/** Returns the first problem of each field, at most `MAX_PROBLEMS`. */
function firstOfEachField(problems: readonly FieldProblem[]): FieldProblem[] {
  const first = new Map<string, FieldProblem>()
  for (const problem of problems) {
    if (!first.has(problem.field)) first.set(problem.field, problem)
    if (first.size === MAX_PROBLEMS) break
  }
  return [...first.values()]
}

/** Lists the problems that yup finds, without values: yup's own messages would repeat a password of the wrong type. */
function problemsBy(schema: Pick<AnySchema, 'validateSync'>, value: unknown): FieldProblem[] {
  try {
    schema.validateSync(value, { abortEarly: false })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const all = error.inner.length > 0 ? error.inner : [error]
    return all.slice(0, MAX_YUP_ERRORS).flatMap(problemOf)
  }
}

function problemOf({ path = '', type, params, message, value }: ValidationError): FieldProblem[] {
  if (type === 'max' && isShortEnough(value, Number(params?.max))) return []
  if (type === 'noUnknown') return nestedUnknownFields(params).map(unknownProblem)
  if (type === 'typeError') return [{ field: path, message: `must be of type ${String(params?.type)}` }]
  if (type === 'nullable') return [{ field: path, message: 'must not be null' }]
  if (type === 'optionality' || type === 'required') return [{ field: path, message: 'is required' }]
  return [{ field: path, message: withoutName(message, path) }]
}

/** yup begins its messages with the name of the field, which the problem has already. */
function withoutName(message: string, name: string): string {
  return message.startsWith(`${name} `) ? message.slice(name.length + 1) : message
}

/** yup counts UTF-16 code units, but the OpenAPI document promises characters. */
function isShortEnough(value: unknown, maximum: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, maximum)
}

/** Returns the names of unknown fields of a nested object, from the parameters of yup's error. */
function nestedUnknownFields(params: Record<string, unknown> | undefined): string[] {
  return String(params?.unknown ?? '').split(', ', MAX_PROBLEMS)
}

import { type ObjectSchema, ValidationError } from 'yup'
import type { ErrorKind } from '../errors/define-errors.js'
import type { FieldProblem } from '../errors/plinth-error.js'
import { isLongerThan, shortened } from '../text/characters.js'
import { compileQuickCheck } from './quick-check.js'
import { objectionTo } from './storable.js'

/** More than these help nobody. */
const MOST_PROBLEMS = 20
/** Of a name that the request has made up. */
const MAX_NAME_CHARACTERS = 64

/** Gives a value back as what it was checked to be, or throws. */
export type Check<T> = (value: unknown) => T

/** Compiles the check of a schema once: strict, no unknown fields, no casts. What it refuses is thrown as that kind of error. */
export function compileCheck<T extends object>(schema: ObjectSchema<T>, refused: ErrorKind): Check<T> {
  const strict = schema.noUnknown().strict()
  const isSurelyRight = compileQuickCheck(strict)
  return (value) => {
    const objection = objectionTo(value)
    if (objection) throw refused({}, { fields: [{ field: '', message: objection }] })
    if (isSurelyRight?.(value)) return value as T
    try {
      return strict.validateSync(value, { abortEarly: false }) as T
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      const problems = problemsOf(error)
      if (problems.length === 0) return value as T
      throw refused({}, { fields: problems.slice(0, MOST_PROBLEMS) })
    }
  }
}

/** Field by field, without the values: yup's own texts repeat a password of the wrong type. */
function problemsOf(error: ValidationError): FieldProblem[] {
  const all = error.inner.length > 0 ? error.inner : [error]
  const problems = all.flatMap(problemOf)
  return problems.filter(({ field }, index) => problems.findIndex((other) => other.field === field) === index)
}

function problemOf({ path = '', type, params, message, value }: ValidationError): FieldProblem[] {
  if (type === 'max' && isShortEnough(value, Number(params?.max))) return []
  if (type === 'noUnknown')
    return unknownFields(params).map((field) => ({ field, message: 'is not a field of this request' }))
  if (type === 'typeError') return [{ field: path, message: `must be of type ${String(params?.type)}` }]
  if (type === 'nullable') return [{ field: path, message: 'must not be null' }]
  if (type === 'optionality' || type === 'required') return [{ field: path, message: 'is required' }]
  return [{ field: path, message }]
}

/** yup counts the UTF-16 units of a text, and the OpenAPI document says characters. */
function isShortEnough(value: unknown, maximum: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, maximum)
}

function unknownFields(params: Record<string, unknown> | undefined): string[] {
  return String(params?.unknown ?? '')
    .split(', ')
    .map((name) => shortened(name, MAX_NAME_CHARACTERS))
}

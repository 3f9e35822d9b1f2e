import type { AnyErrorKind } from '../../errors/define-errors.js'
import { httpErrors } from '../http-errors.js'
import type { JsonSchema } from './json-schema.js'

export const FIELD_PROBLEM: JsonSchema = {
  type: 'object',
  description: 'A problem of one field or parameter of a request.',
  required: ['field', 'message'],
  properties: {
    field: { type: 'string', description: 'The name of the field; empty for the whole body.' },
    message: { type: 'string', description: 'Description of the problem, for people.' },
  },
  additionalProperties: false,
}

/** Body of an error response. */
export const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'Why a request failed.',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'Explanation, for people.' },
    code: { type: 'string', description: 'Stable error code, for programs.' },
    request_id: { type: 'string', description: 'Also in the header X-Request-Id and in the log.' },
    errors: {
      type: 'array',
      description: 'The invalid fields, if they are the reason.',
      items: { $ref: '#/components/schemas/FieldProblem' },
    },
  },
  additionalProperties: false,
}

/** Returns the schema of an error body with one of these codes. */
export function problemWith(kinds: readonly AnyErrorKind[]): JsonSchema {
  const code = { type: 'string', enum: kinds.map((kind) => kind.code) }
  return {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', required: ['code'], properties: { code } }],
  }
}

const REQUEST_ID = '978ee465-7adb-436e-84eb-efc15f738851'
const ABOUT_FIELDS: ReadonlySet<AnyErrorKind> = new Set([httpErrors.INVALID_BODY, httpErrors.INVALID_PARAMETERS])

/** Returns an example of an error body. Placeholders of the message become `…`. */
export function problemExample(kind: AnyErrorKind): object {
  const message = kind.text.replace(/\{\w+\}/g, '…')
  const problem = { message, code: kind.code, request_id: REQUEST_ID }
  return ABOUT_FIELDS.has(kind) ? { ...problem, errors: [{ field: 'name', message: 'is required' }] } : problem
}

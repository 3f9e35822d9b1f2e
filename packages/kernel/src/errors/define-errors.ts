import { PlinthError, type PlinthErrorExtras } from './plinth-error.js'

/** A kind of error with any placeholders: its code, status and text, as in the OpenAPI document. */
export interface AnyErrorKind {
  readonly code: string
  readonly status: number
  /** The message, with a placeholder `{name}` for each detail. */
  readonly text: string
}

/** Returns whether an untyped value is a kind of error. */
export function isErrorKind(value: unknown): value is AnyErrorKind {
  const { code, status, text } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof code === 'string' && typeof status === 'number' && typeof text === 'string'
}

/** Creates errors of one kind. The compiler requires a detail for each placeholder in its text. */
export interface ErrorKind<Placeholder extends string = never> extends AnyErrorKind {
  (...args: DetailsFor<Placeholder>): PlinthError
}

type DetailsFor<Placeholder extends string> = [Placeholder] extends [never]
  ? [details?: Readonly<Record<string, never>>, extras?: PlinthErrorExtras]
  : [details: Readonly<Record<Placeholder, string | number>>, extras?: PlinthErrorExtras]

/** `'role'` for `'The role "{role}" does not exist.'`; `never` for a text that is not a literal. */
type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never

/** The errors of a plugin by code. */
export type ErrorTable<Code extends string = string> = Readonly<Record<Code, AnyErrorKind>>

/**
 * Declares the errors of a plugin: code → [HTTP status, text]. `{name}` in a text is replaced by the detail of that
 * name when an error is created. A code is part of the REST API: once released, never reuse it for anything else.
 * Throws a `TypeError` for a status below 400 or above 599, for a code that is not a capital letter followed by capital
 * letters, digits and "_", and for a "{" that does not begin a placeholder.
 *
 * @example
 * export const errors = defineErrors({ ROLE_NOT_FOUND: [400, 'The role "{role}" does not exist.'] })
 * throw errors.ROLE_NOT_FOUND({ role: 'captain' })
 */
export function defineErrors<const Table extends Record<string, readonly [status: number, text: string]>>(
  table: Table,
): { readonly [Code in keyof Table]: ErrorKind<PlaceholderIn<Table[Code][1]>> } {
  const kinds = Object.entries(table).map(([code, [status, text]]) => {
    if (!CODE.test(code))
      throw new TypeError(
        `The error code "${code}" must be a capital letter, followed by capital letters, digits and "_".`,
      )
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new TypeError(`The error ${code} has the status ${status}. Use a whole number from 400 to 599.`)
    if (STRAY_BRACE.test(text))
      throw new TypeError(`The error ${code} has a "{" that nothing fills in. A placeholder is {name}, a single word.`)
    return [code, errorKind(code, status, text)]
  })
  return Object.freeze(Object.fromEntries(kinds))
}

const CODE = /^[A-Z][A-Z0-9_]*$/
const STRAY_BRACE = /\{(?!\w+\})/

type Details = Readonly<Record<string, string | number>>

function errorKind(code: string, status: number, text: string): AnyErrorKind {
  const make = (details: Details = {}, extras?: PlinthErrorExtras) =>
    new PlinthError(code, status, fillIn(text, details), extras)
  return Object.assign(make, { code, status, text })
}

function fillIn(text: string, details: Details): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))
}

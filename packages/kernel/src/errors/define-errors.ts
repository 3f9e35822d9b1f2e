import { PlinthError, type PlinthErrorExtras } from './plinth-error.js'

/** Makes one kind of error; carries its code, status and text, so that documents can be printed from it. */
export interface ErrorKind {
  (details?: Readonly<Record<string, string | number>>, extras?: PlinthErrorExtras): PlinthError
  readonly code: string
  readonly status: number
  /** The text, with `{name}` where a detail is filled in. */
  readonly text: string
}

/** The errors of a plugin by code. */
export type ErrorTable<Code extends string = string> = Readonly<Record<Code, ErrorKind>>

/**
 * Declares the errors of a plugin: code → [HTTP status, text]. `{name}` in a text is filled from the details given when
 * the error is made. A code is part of the interface: once released it is never used for anything else.
 *
 * @example
 * export const errors = defineErrors({ ROLE_NOT_FOUND: [400, 'The role "{role}" does not exist.'] })
 * throw errors.ROLE_NOT_FOUND({ role: 'captain' })
 */
export function defineErrors<const Table extends Record<string, readonly [status: number, text: string]>>(
  table: Table,
): { readonly [Code in keyof Table]: ErrorKind } {
  const kinds = Object.entries(table).map(([code, [status, text]]) => [code, errorKind(code, status, text)])
  return Object.freeze(Object.fromEntries(kinds))
}

function errorKind(code: string, status: number, text: string): ErrorKind {
  const make = (details: Readonly<Record<string, string | number>> = {}, extras?: PlinthErrorExtras) =>
    new PlinthError(code, status, fillIn(text, details), extras)
  return Object.assign(make, { code, status, text })
}

function fillIn(text: string, details: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))
}

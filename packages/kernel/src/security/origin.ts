import { principalProblem } from './check-principal.js'
import type { Principal } from './principal.js'

/** The caller of a request and its address. The argument of a route's handler has these members too. */
export interface RequestOrigin<Who extends Principal = Principal> {
  readonly principal: Who
  /** The client's address, determined by `trustedProxies`. */
  readonly address: string
  /** Sent as `X-Request-Id`. */
  readonly requestId: string
}

/** The origin of an operation of the program itself: of the CLI, or of code of a host or plugin. */
export interface CommandOrigin {
  readonly principal: 'command'
  readonly address?: never
  readonly requestId?: never
}

/**
 * The cause of an operation: the caller of a request, or the program itself. Services that change something need it.
 */
export type Origin<Who extends Principal = Principal> = RequestOrigin<Who> | CommandOrigin

/** The origin of the program itself: of CLI commands, and of a host's own code. It may do everything. */
export const COMMAND: CommandOrigin = Object.freeze({ principal: 'command' })

/**
 * Throws a `TypeError` if the first argument of `call` is not an origin, for callers without type checking. With
 * `ofRequest`, rejects the program itself and requires an address, because attempts are counted per address.
 */
export function expectOrigin(origin: unknown, call: string, { ofRequest = false } = {}): void {
  const { principal, address } = (origin ?? {}) as { principal?: unknown; address?: unknown }
  if (principal === 'command' && !ofRequest) return
  const problem = isAnonymous(principal) ? undefined : principalProblem(principal)
  if (problem === undefined && (!ofRequest || typeof address === 'string')) return
  const forProgram = ofRequest ? '' : 'COMMAND for your program itself, or '
  const detail = problem !== undefined && isObject(principal) ? ` The principal is invalid: ${problem}.` : ''
  throw new TypeError(
    `${call} needs the origin first, which identifies the caller: ${forProgram}the request of a route, or { principal, address, requestId }, ` +
      `with the address of the client, and the principal ANONYMOUS for a caller without a key.${detail}`,
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isAnonymous(principal: unknown): boolean {
  return isObject(principal) && 'kind' in principal && principal.kind === 'anonymous'
}

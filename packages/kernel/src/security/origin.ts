import type { Principal } from './principal.js'

/** A request, as far as it says who asks for something and from where. What the handler of a route is given is one. */
export interface RequestOrigin<Who extends Principal = Principal> {
  readonly principal: Who
  /** The client's address, by `trustedProxies`. */
  readonly address: string
  /** Sent as `X-Request-Id`. */
  readonly requestId: string
}

/** The program itself: its command on the machine, or its start. */
export interface CommandOrigin {
  readonly principal: 'command'
  readonly address?: never
  readonly requestId?: never
}

/** Who asks for something, and from where. Services that change something are told, and security events tell it on. */
export type Origin<Who extends Principal = Principal> = RequestOrigin<Who> | CommandOrigin

/** Whoever runs the command on the machine may do everything, and so may a host's own code. */
export const COMMAND: CommandOrigin = Object.freeze({ principal: 'command' })

/**
 * Throws a `TypeError` that says what is missing when `call` was not given an origin first: for code that no compiler
 * has checked. What is `ofRequest` only is counted by the address, and is never done by the program itself.
 */
export function expectOrigin(origin: unknown, call: string, { ofRequest = false } = {}): void {
  const { principal, address } = (origin ?? {}) as { principal?: unknown; address?: unknown }
  if (principal === 'command' && !ofRequest) return
  const isKnown = typeof principal === 'object' && principal !== null && 'kind' in principal
  if (isKnown && (!ofRequest || typeof address === 'string')) return
  const own = ofRequest ? '' : 'COMMAND, which is your program itself, or '
  throw new TypeError(
    `${call} needs the origin first, which says who asks and from where: ${own}the request of a route, or { principal, address, requestId }, ` +
      'with the principal ANONYMOUS for somebody without a key and the address of the client.',
  )
}

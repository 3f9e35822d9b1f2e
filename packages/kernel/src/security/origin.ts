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

import type { Socket } from 'node:net'

/*
 * All that Plinth uses of pg beyond its documentation, and the only file that names it. pg is a peer, of any minor
 * version that a host has: `packages/kernel/test/library-internals.test.ts` says which part a new one has moved.
 */

/** A connected client of pg. */
export interface PgClient {
  readonly connection: {
    readonly stream: Socket
    on(event: 'parameterStatus', heard: (parameter: ServerParameter) => void): void
  }
}

/** A setting of the session of which the server tells by itself. */
export interface ServerParameter {
  readonly parameterName: string
  readonly parameterValue: string
}

/** What a client sends and receives by: a TCP, TLS or Unix socket. */
export function socketOf({ connection }: PgClient): Socket {
  return connection.stream
}

/** Calls a function for each setting of the session that changes. */
export function onParameter({ connection }: PgClient, heard: (parameter: ServerParameter) => void): void {
  connection.on('parameterStatus', heard)
}

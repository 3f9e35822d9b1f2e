import type { Socket } from 'node:net'

/*
 * All undocumented parts of pg that Plinth uses; no other file uses any. pg is a peer dependency of any minor version;
 * `packages/kernel/test/library-internals.test.ts` reports the part that a new version has moved.
 */

/** Connected client of pg. */
export interface PgClient {
  readonly connection: {
    readonly stream: Socket
    on(event: 'parameterStatus', listener: (parameter: ServerParameter) => void): void
  }
}

/** Session setting whose value the server reports when it changes. */
export interface ServerParameter {
  readonly parameterName: string
  readonly parameterValue: string
}

/** Returns the socket of a client: TCP, TLS or Unix. */
export function socketOf({ connection }: PgClient): Socket {
  return connection.stream
}

/** Calls a listener for each session setting that changes. */
export function onParameter({ connection }: PgClient, listener: (parameter: ServerParameter) => void): void {
  connection.on('parameterStatus', listener)
}

import type { Socket } from 'node:net'

/*
 * The only file that uses undocumented parts of pg. pg is a peer dependency of any minor version;
 * `packages/kernel/test/library-internals.test.ts` fails if a new version has changed such a part.
 */

/** Connected client of pg. */
export interface PgClient {
  /** Identifier of the process of the server, or the one that a connection pooler reports instead. */
  readonly processID: number | null
  readonly connection: {
    readonly stream: Socket
    /** Texts of the named statements that the server has parsed, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>
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

/** Returns the `processID` of a client. */
export function processIdOf({ processID }: PgClient): number | null {
  return processID
}

/** Returns whether the server has parsed a named statement on this connection. */
export function hasParsed({ connection }: PgClient, name: string): boolean {
  return name in connection.parsedStatements
}

/** Calls a listener for each session setting that changes. */
export function onParameter({ connection }: PgClient, listener: (parameter: ServerParameter) => void): void {
  connection.on('parameterStatus', listener)
}

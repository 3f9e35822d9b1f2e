import type { IncomingMessage, ServerResponse } from 'node:http'

/** A middleware in front of a host's own routes. It calls `next` or answers, never both; it never rejects by itself. */
export type HostGuard = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>

import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A middleware in front of a host's own routes. It calls `next` or answers. What `next` throws, or rejects with, is a
 * bare 500 and is logged; so it never rejects, and a server of plain node:http needs no more.
 */
export type HostGuard = (request: IncomingMessage, response: ServerResponse, next: () => unknown) => Promise<void>

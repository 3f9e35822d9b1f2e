import type { HostileRequest } from './hostile-requests.js'

/** A hostile request with its id and key. */
export interface SentRequest {
  readonly request: HostileRequest
  /** Its `X-Request-Id`, which is unique. */
  readonly id: string
  /** The key of its caller, if any. */
  readonly key: string | undefined
}

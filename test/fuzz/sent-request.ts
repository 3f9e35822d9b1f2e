import type { HostileRequest } from './hostile-requests.js'

/** A hostile request on its way. */
export interface SentRequest {
  readonly request: HostileRequest
  /** Its `X-Request-Id`, no two the same. */
  readonly id: string
  /** That of its caller, if there is one. */
  readonly key: string | undefined
}

import type { TestResponse } from '@plinth/testing'

/**
 * How a request ended: with the expected response; refused by Plinth with 503 and `Retry-After`; unknown to the client,
 * because the connection broke or the proxy got no response; or with a wrong response.
 */
export type OutcomeKind = 'expected' | 'refused' | 'unknown' | 'wrong'

/** A request and its outcome; times are by `performance.now()`. */
export interface Outcome {
  /** Such as `POST /users/login`. */
  readonly call: string
  readonly sentAt: number
  readonly endedAt: number
  readonly kind: OutcomeKind
  /** Status, error code and id of the response, or the error. */
  readonly response: string
}

/**
 * Error code of the proxy's own 503, if it got no response from a replica. A replica that starts or stops uses the same
 * code, so its responses count as unknown too.
 */
const NO_RESPONSE_CODE = 'NOT_RUNNING'

/** Classifies a response to a request that should get the expected status if the database is available. */
export function kindOf({ status, headers, body }: TestResponse, expected: number): OutcomeKind {
  if (status === expected) return 'expected'
  if (status !== 503 || headers['retry-after'] === undefined) return 'wrong'
  return body.code === NO_RESPONSE_CODE ? 'unknown' : 'refused'
}

/** A check that must pass for the service to be ready. Contributed to the point `healthChecks`. */
export interface HealthCheck {
  /** A short noun phrase, shown in the response to `GET /api/health/ready`. */
  readonly name: string
  /** What to do if it fails, in one sentence without secrets. For admins. */
  readonly remedy?: string
  /**
   * Resolves to `undefined` if the check passes, otherwise to the reason in one sentence without secrets. An error
   * counts as a failed check.
   */
  check(): Promise<string | undefined>
}

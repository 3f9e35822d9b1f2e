/** One thing that must be well for the service to be ready. */
export interface HealthCheck {
  /** A short noun, shown in the answer of `GET /api/health/ready`. */
  readonly name: string
  /**
   * Resolves to `undefined` when all is well, else to the reason in one sentence without secrets. A throw counts as not
   * well.
   */
  check(): Promise<string | undefined>
}

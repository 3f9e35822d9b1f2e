/** Details of a notice, by name. Must not contain secrets. */
export type NoticeDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>

/**
 * Something that an admin should know or change, although the service works. Contributed to the point `notices`, and
 * shown by `GET /api/overview` while it applies.
 */
export interface Notice {
  /** A stable code for programs, in capitals: `SIGNUP_OPEN`. */
  readonly code: string
  /** Returns the details while the notice applies, otherwise `undefined`. If it throws, the notice is left out. */
  check(): NoticeDetails | undefined | Promise<NoticeDetails | undefined>
}

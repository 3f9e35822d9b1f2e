import { httpErrors } from '../http/http-errors.js'
import { expectOrigin, type Origin } from '../security/origin.js'

/** Like `expectOrigin`, for what only users and the program itself may do. Throws `USER_REQUIRED` for other callers. */
export function expectUserOrigin(origin: Origin, call: string, options: { readonly ofRequest?: boolean } = {}): void {
  expectOrigin(origin, call, options)
  if (origin.principal !== 'command' && origin.principal.kind !== 'user') throw httpErrors.USER_REQUIRED()
}

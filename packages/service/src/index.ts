/** A kernel with the standard plugins, and the parts of the kernel's API that a host needs. */

export {
  type Access,
  ADMIN,
  ANONYMOUS,
  AUDITOR,
  type Authenticated,
  COMMAND,
  GUEST,
  type Kernel,
  OPERATOR,
  type Origin,
  PlinthError,
  type Principal,
  StartupError,
  SUDO,
  SUPERVISOR,
  type UserPrincipal,
} from '@plinth/kernel'
export { DatabaseUnavailable } from '@plinth/kernel/composition'
export type { User } from '@plinth/kernel/contracts'
export type { SignUp } from '@plinth/users'
export { createPlinth, type Plinth, type PlinthOptions } from './create-plinth.js'
export type { MissingKey } from './key-file.js'
export type { PlinthSettings } from './plinth-settings.js'
export { createStandardKernel, type StandardServices, standardPlugins } from './standard-plugins.js'

/** The standard plugins put together, and what a host needs of the kernel. */

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
} from '@plinth/kernel'
export type { User } from '@plinth/kernel/contracts'
export type { SignUp } from '@plinth/users'
export { createPlinth, type Plinth, type PlinthOptions } from './create-plinth.js'
export type { PlinthSettings } from './plinth-settings.js'
export { createStandardKernel, type StandardServices, standardPlugins } from './standard-plugins.js'

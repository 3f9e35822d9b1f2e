/** The standard plugins put together. */
export { ADMIN, AUDITOR, GUEST, OPERATOR, SUDO, SUPERVISOR } from '@plinth/kernel'
export { createPlinth, type PlinthOptions, type PlinthSettings } from './create-plinth.js'
export { createStandardKernel, type StandardServices, standardPlugins } from './standard-plugins.js'

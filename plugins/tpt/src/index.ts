/** Third-party tokens. */
export { errors } from './errors.js'
export { tpt } from './plugin.js'
export type { TptSettings } from './settings.js'

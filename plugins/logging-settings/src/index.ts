/** Log level, rotation and logger period, live. */
export { loggingSettings } from './plugin.js'

/** The automation tables of a plant. */
export { plant } from './plugin.js'

/** The REST interface as a page to read and try. */
export { apiPage } from './plugin.js'

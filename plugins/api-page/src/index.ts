/** Interactive documentation of the REST API. */
export { apiPage } from './plugin.js'

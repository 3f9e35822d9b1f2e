/** One-time codes, second factors and the caller's own account. Not in the main module, so that pages load less. */
export { AccessClient } from './access-client.js'

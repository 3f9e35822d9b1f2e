/** One-time codes, second factors and confirmations of the login. Not in the main module, so that pages load less. */
export { AccessClient } from './access-client.js'

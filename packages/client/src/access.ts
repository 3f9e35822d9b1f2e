/** A typed client for one-time codes, second factors and the caller's own account, for browsers and Node. */
export { AccessClient } from './access-client.js'

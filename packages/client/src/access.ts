/** A typed client of one-time codes, second factors and the own account, for browsers and Node. */
export { AccessClient } from './access-client.js'

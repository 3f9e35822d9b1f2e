/** A typed client of one-time codes and second factors, for browsers and Node. */
export { AccessClient } from './access-client.js'

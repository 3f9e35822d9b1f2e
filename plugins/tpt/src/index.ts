/** Third-party tokens. */
export { errors } from './errors.js'
export { type TptServices, tpt } from './plugin.js'
export { type TptSettings, weaknessOf } from './settings.js'
export type { SharedSigningKey } from './shared-signing-key.js'
export { forgetSigningKey, isSigningKeyAmong } from './signing-key-store.js'
export { keyId } from './token-signer.js'
export type { IssuedToken, TptService } from './tpt-service.js'
export { countActiveTokens, type TokensOfKey, type TptRecord } from './tpt-store.js'

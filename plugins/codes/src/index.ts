/** One-time codes, with which users set a password that nobody else learns. */
export type { CodeRedemption, NewPassword } from './code-redemption.js'
export type { CodeService, CodeState, IssuedCode } from './code-service.js'
export { type CodePurpose, deleteEveryCode, type UnexpiredCode } from './code-store.js'
export { errors } from './errors.js'
export { type CodesServices, codes } from './plugin.js'
export type { CodesSettings } from './settings.js'

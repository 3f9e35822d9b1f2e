/** The audit trail: security events, kept and sealed. */
export type { AuditTrail } from './audit-trail.js'
export { type AuditServices, audit } from './plugin.js'
export type { AuditSettings } from './settings.js'
export type { NotedPlace, Verification } from './verification.js'

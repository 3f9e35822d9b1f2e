/** The audit trail: security events, kept and sealed. */
export type { AuditEvent, Link } from './audit-event.js'
export type { EventQuery } from './audit-store.js'
export type { AuditTrail } from './audit-trail.js'
export { type AuditServices, audit } from './plugin.js'
export type { SealingSettings } from './sealing-key.js'
export type { AuditSettings } from './settings.js'
export { recordEvent, verifyTrail } from './trail-of-database.js'
export type { NotedPlace, Verification } from './verification.js'

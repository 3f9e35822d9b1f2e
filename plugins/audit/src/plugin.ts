import { definePlugin, denialObservers, eventRecorders, healthChecks, metrics } from '@plinth/kernel'
import { auditMetrics } from './audit-metrics.js'
import { AuditStore } from './audit-store.js'
import { AuditTrail } from './audit-trail.js'
import { Chain } from './chain.js'
import { DenialCounter } from './denial-counter.js'
import { errors } from './errors.js'
import { EventExport } from './event-export.js'
import { migrations } from './migrations.js'
import { OldEvents } from './old-events.js'
import { exportEvents } from './routes/export-events.js'
import { listEvents } from './routes/list-events.js'
import { listOwnEvents } from './routes/list-own-events.js'
import { verifyAudit } from './routes/verify-audit.js'
import { Sealer, UNKNOWN_SEALING_KEY } from './sealer.js'
import { SealingKeys } from './sealing-keys.js'
import { auditSettings } from './settings.js'
import { VerificationService } from './verification-service.js'

/** Services for other plugins and hosts. */
export interface AuditServices {
  readonly auditTrail: AuditTrail
}

/** The audit trail: stores and seals every security event. */
export const audit = definePlugin<object, AuditServices>()({
  name: 'audit',
  settings: auditSettings,
  errors,
  migrations,
  services: {
    auditStore: AuditStore,
    sealingKeys: SealingKeys,
    oldEvents: OldEvents,
    chain: Chain,
    sealer: Sealer,
    denialCounter: DenialCounter,
    auditTrail: AuditTrail,
    eventExport: EventExport,
    verificationService: VerificationService,
  },
  contributes: ({ auditStore, denialCounter, chain, sealer, database }) => [
    eventRecorders.of({
      record: (record, transaction) => auditStore.insert(transaction, record),
      lastRecorded: (event) => auditStore.lastRecorded(event),
      lastSealed: () => auditStore.lastSealed(),
    }),
    denialObservers.of(denialCounter),
    healthChecks.of({
      name: 'audit trail',
      check: async () => ((await chain.isSealedByUnknownKey()) ? UNKNOWN_SEALING_KEY : sealer.problem()),
    }),
    ...auditMetrics(database, auditStore).map(metrics.of),
  ],
  routes: ({ auditTrail, eventExport, verificationService }) => [
    listEvents(auditTrail),
    listOwnEvents(auditTrail),
    exportEvents(eventExport),
    verifyAudit(verificationService),
  ],
  start: async ({ sealer, denialCounter }) => {
    await sealer.start()
    denialCounter.start()
  },
  stop: async ({ sealer, denialCounter }) => {
    await denialCounter.stop()
    await sealer.stop()
  },
})

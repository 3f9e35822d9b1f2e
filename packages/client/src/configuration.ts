/** A typed client of plans and snapshots, for browsers and Node. */
export { ConfigurationClient, type TransferringClient } from './configuration-client.js'
export type { MergeOptions, Settlement } from './merge-configurations.js'
export type { ChangesOptions, ChangesPage, PlanMode, PlanOptions } from './plan-configuration.js'

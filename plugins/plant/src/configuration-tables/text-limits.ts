/**
 * Maximum lengths of texts in characters. They equal those of the columns of PyAutomation 2.1.3 on PostgreSQL, so that
 * it can import every configuration exported here.
 */
export const TEXT_LIMITS = {
  identifier: 255,
  name: 255,
  /** Addresses, hosts and namespaces of OPC UA. */
  address: 255,
  description: 256,
  alarmName: 128,
  /** Mnemonic, condition and status. */
  alarmState: 20,
  machineDescription: 128,
  machineClassification: 128,
  bufferRollType: 16,
  defaultTagName: 64,
} as const

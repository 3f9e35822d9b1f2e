/**
 * Maximum lengths in characters: those of PyAutomation 2.1.3's columns on PostgreSQL, so that it can import what is
 * stored here.
 */
export const TEXT = {
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

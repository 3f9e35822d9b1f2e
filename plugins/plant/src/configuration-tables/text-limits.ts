/** The most characters of a text, by what it is. */
export const TEXT = {
  identifier: 128,
  name: 255,
  alarmName: 128,
  description: 256,
  /** Addresses, hosts and namespaces of OPC UA. */
  address: 1_024,
} as const

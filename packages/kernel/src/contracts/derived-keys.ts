/** Keys for one purpose: the first one is current, any other dates from before the secret key was replaced. */
export type KeysOfPurpose = readonly [current: Buffer, ...previous: Buffer[]]

/**
 * Derives keys from the secret key, so that plugins can digest or seal what they store without a secret of their own.
 * Provided by the plugin `tpt`.
 */
export interface DerivedKeys {
  /** Returns keys of 32 bytes. Those of different purposes are independent of one another. */
  keysFor(purpose: string): KeysOfPurpose
}

import type { Randomness } from '@plinth/kernel'
import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const PERIOD_S = 30
const DIGITS = 6
/** Number of steps of 30 s by which the clock of a phone may be early or late. */
const MAX_SKEW_STEPS = 1
const CODE = /^\d{6}$/

/** Who the codes are for, as the app shows it. */
export interface TotpLabel {
  readonly issuer: string
  readonly username: string
}

/** Returns a new secret in base32. */
export function newSecret(randomness: Randomness): string {
  const bytes = Buffer.from(randomness.key(), 'base64url').subarray(0, SECRET_BYTES)
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** Returns the address from which an authenticator app takes the secret. */
export function uriOf(secret: string, { issuer, username }: TotpLabel): string {
  return new TOTP({ issuer, label: username, secret, digits: DIGITS, period: PERIOD_S }).toString()
}

/** Returns whether a text looks like a code of an app; spaces are ignored. */
export function isTotpCode(text: string): boolean {
  return CODE.test(withoutSpaces(text))
}

/** Returns the step of 30 s since 1970 that a code is for; `undefined` if it is wrong at `now` (ms). */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ secret, digits: DIGITS, period: PERIOD_S })
  const delta = totp.validate({ token: withoutSpaces(code), timestamp: now, window: MAX_SKEW_STEPS })
  return delta === null ? undefined : Math.floor(now / 1_000 / PERIOD_S) + delta
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '')

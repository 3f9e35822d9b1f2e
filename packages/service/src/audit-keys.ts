import { hkdfSync } from 'node:crypto'
import type { SealingSettings } from '@plinth/audit'
import type { SettingValues } from '@plinth/kernel'
import { withKeptKey } from './key-file.js'

const BYTES = 32
const PURPOSE = 'plinth audit trail'
/** That the key is missing from which this one comes keeps Plinth from starting, and is told once. */
const NO_KEY = 'seals nothing: there is no key that it could come from'

/**
 * The settings with the keys that seal the audit trail. Where none is given they come from those that sign tokens, and
 * change with them; nobody can tell the one from the other. A key of its own verifies what one that came so has sealed.
 * Of a retired key it is not known whether it sealed itself, or signed tokens and another one came from it: both
 * verify.
 */
export function withAuditKeys(settings: SettingValues): SettingValues {
  const { secretKey, secretKeyPrevious, auditKey, auditKeysRetired = [] } = settings
  const [keyHere, keyBefore] = auditKey === undefined ? [secretKey, secretKeyPrevious] : [undefined, secretKey]
  const keys = { auditKey: NO_KEY, ...derived('auditKey', keyHere), ...derived('auditKeyPrevious', keyBefore) }
  if (!isList(auditKeysRetired)) return { ...keys, ...settings } // refused by its check
  const retired = [...auditKeysRetired, ...[...auditKeysRetired, secretKeyPrevious].flatMap(sealingKeyOf)]
  return { ...keys, ...settings, auditKeysRetired: retired }
}

/** The keys that verify the audit trail where no kernel runs; `undefined` when none is given or kept. None is made. */
export function auditKeysIn(settings: SettingValues): SealingSettings | undefined {
  const given = withKeptKey(settings)
  if (given.auditKey === undefined && given.secretKey === undefined) return undefined
  const { auditKey, auditKeyPrevious, auditKeysRetired } = withAuditKeys(given)
  return {
    auditKey: String(auditKey),
    auditKeyPrevious: auditKeyPrevious as string | undefined,
    auditKeysRetired: auditKeysRetired as readonly string[],
  }
}

function derived(name: string, from: unknown): SettingValues {
  return Object.fromEntries(sealingKeyOf(from).map((key) => [name, key]))
}

/** The key that comes from one that signs, if it is one. */
export function sealingKeyOf(from: unknown): string[] {
  if (typeof from !== 'string') return []
  return [Buffer.from(hkdfSync('sha256', from, '', PURPOSE, BYTES)).toString('base64url')]
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

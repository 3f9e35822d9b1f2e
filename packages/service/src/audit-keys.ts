import type { SealingSettings } from '@plinth/audit'
import type { SettingValues } from '@plinth/kernel'
import { HkdfKeys } from '@plinth/tpt'
import { withStoredKey } from './key-file.js'

/** A placeholder for a sealing key that cannot be derived, so that validation reports only the missing signing key. */
const PLACEHOLDER_KEY = 'seals nothing: there is no key to derive it from'

/**
 * Returns the settings with the keys that seal the audit trail. By default each is derived from a signing key and
 * changes with it. Once an audit key is set, events sealed with the derived key can still be verified. A retired key
 * may be a sealing key or a signing key, so both the key itself and the key derived from it are used for verification.
 */
export function withAuditKeys(settings: SettingValues): SettingValues {
  const { secretKey, secretKeyPrevious, auditKey, auditKeysRetired = [] } = settings
  const [current, previous] = auditKey === undefined ? [secretKey, secretKeyPrevious] : [undefined, secretKey]
  const keys = {
    auditKey: PLACEHOLDER_KEY,
    ...derivedKey('auditKey', current),
    ...derivedKey('auditKeyPrevious', previous),
  }
  if (!isList(auditKeysRetired)) return { ...keys, ...settings } // the check of the setting rejects it
  const retired = [...auditKeysRetired, ...[...auditKeysRetired, secretKeyPrevious].flatMap(sealingKeyOf)]
  return { ...keys, ...settings, auditKeysRetired: retired }
}

/** Returns the keys that verify the audit trail; `undefined` if none is set or stored. Never generates a key. */
export function auditKeysIn(settings: SettingValues): SealingSettings | undefined {
  const known = withStoredKey(settings)
  if (known.auditKey === undefined && known.secretKey === undefined) return undefined
  const { auditKey, auditKeyPrevious, auditKeysRetired } = withAuditKeys(known)
  return {
    auditKey: String(auditKey),
    auditKeyPrevious: auditKeyPrevious as string | undefined,
    auditKeysRetired: auditKeysRetired as readonly string[],
  }
}

function derivedKey(name: string, from: unknown): SettingValues {
  return Object.fromEntries(sealingKeyOf(from).map((key) => [name, key]))
}

/** Derives the sealing key from a signing key. Returns an empty list if the value is not a string. */
export function sealingKeyOf(from: unknown): string[] {
  if (typeof from !== 'string') return []
  const [key] = new HkdfKeys({ settings: { secretKey: from } }).keysFor('audit trail')
  return [key.toString('base64url')]
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

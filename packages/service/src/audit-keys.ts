import { hkdfSync } from 'node:crypto'
import type { SettingValues } from '@plinth/kernel'

const BYTES = 32
const PURPOSE = 'plinth audit trail'

/**
 * The settings with the keys that seal the audit trail. Where none is given they come from those that sign tokens, and change with them;
 * nobody can tell the one from the other. A key of its own verifies what one that came so has sealed.
 */
export function withAuditKeys(settings: SettingValues): SettingValues {
  const { secretKey, secretKeyPrevious, auditKey } = settings
  const [keyHere, keyBefore] = auditKey === undefined ? [secretKey, secretKeyPrevious] : [undefined, secretKey]
  return { ...derived('auditKey', keyHere), ...derived('auditKeyPrevious', keyBefore), ...settings }
}

/** A key that is missing, or no text, is found wrong where it is checked itself. */
function derived(name: string, from: unknown): SettingValues {
  if (typeof from !== 'string') return {}
  return { [name]: Buffer.from(hkdfSync('sha256', from, '', PURPOSE, BYTES)).toString('base64url') }
}

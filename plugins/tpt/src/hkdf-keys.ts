import { hkdfSync } from 'node:crypto'
import type { DerivedKeys, KeysOfPurpose } from '@plinth/kernel/contracts'
import type { TptSettings } from './settings.js'

const KEY_BYTES = 32
const NO_SALT = ''

/** The settings that contain the keys. */
export type SecretKeys = Pick<TptSettings, 'secretKey' | 'secretKeyPrevious'>

/** Derives keys with HKDF-SHA-256 (RFC 5869) from the secret key, and from the previous one if there is one. */
export class HkdfKeys implements DerivedKeys {
  readonly #settings: SecretKeys

  constructor({ settings }: { readonly settings: SecretKeys }) {
    this.#settings = settings
  }

  keysFor(purpose: string): KeysOfPurpose {
    const { secretKey, secretKeyPrevious } = this.#settings
    const derive = (secret: string) => Buffer.from(hkdfSync('sha256', secret, NO_SALT, `plinth ${purpose}`, KEY_BYTES))
    return secretKeyPrevious === undefined ? [derive(secretKey)] : [derive(secretKey), derive(secretKeyPrevious)]
  }
}

/** Letters and digits without those that are easily confused: no `i`, `l`, `o`, `0`, `1`. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP_LENGTH = 4

/**
 * Returns a password of letters and digits made from random bits, as returned by `Randomness.key`. Each character takes
 * five bits.
 */
export function plainPassword(key: string, length: number): string {
  let rest = BigInt(`0x0${Buffer.from(key, 'base64url').toString('hex')}`)
  const base = BigInt(ALPHABET.length)
  return Array.from({ length }, () => {
    const letter = ALPHABET[Number(rest % base)]
    rest /= base
    return letter
  }).join('')
}

/** Returns a password of letters and digits in groups, which is easy to read aloud: `k7mq-w3xp-…`. */
export function readablePassword(key: string, length: number): string {
  const letters = plainPassword(key, length - Math.floor(length / (GROUP_LENGTH + 1)))
  return letters.match(/.{1,4}/g)?.join('-') ?? ''
}

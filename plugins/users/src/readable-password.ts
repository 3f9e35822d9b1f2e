/** Letters and digits of which none looks or sounds like another one: no `i`, `l`, `o`, `0`, `1`. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP_LENGTH = 4

/**
 * A password of letters and digits alone, made of random bits as `Randomness.key` gives them. Each character takes five
 * of them.
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

/** Such a password that people can read to one another: `k7mq-w3xp-…`. */
export function readablePassword(key: string, length: number): string {
  const letters = plainPassword(key, length - Math.floor(length / (GROUP_LENGTH + 1)))
  return letters.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Creates a JSON Web Token for no known user, unsigned or with an invalid signature. */
const jsonWebToken = (alg: string, signature: string) =>
  [
    { alg, typ: 'JWT' },
    { sub: 'nobody', jti: 'nothing', role: 'sudo', iss: 'plinth', iat: 1 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(signature)
    .join('.')

/** Keys that no authenticator has issued, by description. */
export const UNRECOGNIZED_KEYS: Readonly<Record<string, string>> = {
  'a blank': ' ',
  'one character': 'x',
  'a word': 'undefined',
  'a number': '0',
  'the name of a property': '__proto__',
  'a key of base64url': 'Zm9yZWlnbi1rZXktb2Ytbm9ib2R5LWF0LWFsbC0wMDA',
  'a hexadecimal key': 'deadbeef'.repeat(8),
  'a UUID': '00000000-0000-4000-8000-000000000000',
  'an unsigned JSON Web Token': jsonWebToken('none', ''),
  'a JSON Web Token of another issuer': jsonWebToken('HS256', 'c2lnbmVkLWJ5LW5vYm9keQ'),
  'three dots': '...',
  'credentials of Basic': 'Basic c3VkbzpzdWRv',
  'a quotation mark': "' OR '1'='1",
  'a wildcard': '%',
  'letters beyond ASCII': 'ключ-鍵-🔑',
  'a NUL': 'key\u0000key',
  'half a character': 'key\ud83d',
  'the longest key that a request may bring': 'A'.repeat(4_096),
}

/** Returns altered versions of a valid key, by the change. */
export function alteredKeys(key: string): Readonly<Record<string, string>> {
  const middle = Math.floor(key.length / 2)
  const other = key[middle] === 'A' ? 'B' : 'A'
  return {
    'another character in its middle': key.slice(0, middle) + other + key.slice(middle + 1),
    'its last character missing': key.slice(0, -1),
    'its first character missing': key.slice(1),
    'a character more at its end': `${key}A`,
    'a character more at its beginning': `A${key}`,
    'itself once more': key + key,
  }
}

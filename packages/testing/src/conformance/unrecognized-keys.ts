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
  'a space': ' ',
  'one character': 'x',
  'a word': 'undefined',
  'a number': '0',
  'the name of an inherited property': '__proto__',
  'a base64url string': 'Zm9yZWlnbi1rZXktb2Ytbm9ib2R5LWF0LWFsbC0wMDA',
  'a hexadecimal string': 'deadbeef'.repeat(8),
  'a UUID': '00000000-0000-4000-8000-000000000000',
  'an unsigned JSON Web Token': jsonWebToken('none', ''),
  'a JSON Web Token with an invalid signature': jsonWebToken('HS256', 'c2lnbmVkLWJ5LW5vYm9keQ'),
  'three dots': '...',
  'Basic credentials': 'Basic c3VkbzpzdWRv',
  'an SQL injection': "' OR '1'='1",
  'an SQL wildcard': '%',
  'non-ASCII characters': 'ключ-鍵-🔑',
  'a NUL character': 'key\u0000key',
  'a lone surrogate': 'key\ud83d',
  'the longest key that a request may contain': 'A'.repeat(4_096),
}

/** Returns altered versions of a valid key by a description of the change, which completes "a key with". */
export function alteredKeys(key: string): Readonly<Record<string, string>> {
  const middle = Math.floor(key.length / 2)
  const other = key[middle] === 'A' ? 'B' : 'A'
  return {
    'one character in the middle replaced': key.slice(0, middle) + other + key.slice(middle + 1),
    'the last character removed': key.slice(0, -1),
    'the first character removed': key.slice(1),
    'one character appended': `${key}A`,
    'one character prepended': `A${key}`,
    'a copy of itself appended': key + key,
  }
}

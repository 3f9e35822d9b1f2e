/** What the names of users and roles look like, by signup and by import alike. */
export const USERNAME = {
  max: 64,
  // No path leads to "." and "..".
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._@-]{1,64}$/,
  rule: 'may only have letters, digits and . _ @ - (1 to 64 of them)',
} as const

export const EMAIL = {
  max: 128,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it keeps out
  pattern: /^[^\s@\u0000-\u001f]{1,64}@[^\s@\u0000-\u001f]{1,127}$/,
  rule: 'must be an e-mail address',
} as const

export const ROLE_NAME = {
  max: 32,
  pattern: /^\S(.*\S)?$/s,
  rule: 'must not begin or end with a space',
} as const
export const GIVEN_NAME = { max: 64 } as const

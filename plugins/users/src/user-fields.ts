/** What the names of users and roles look like, by signup, change and import alike. */
export const USERNAME = {
  max: 64,
  // No path leads to "." and "..".
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._@-]{1,64}$/,
  rule: 'may only have letters, digits and . _ @ - (1 to 64 of them)',
} as const

export const EMAIL = {
  max: 128,
  // No control characters, and none that turn the text around them: what is read must be what is there.
  pattern: /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,127}$/u,
  rule: 'must be an e-mail address',
} as const

export const ROLE_NAME = {
  max: 32,
  pattern: /^[\p{L}\p{N}]([\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u,
  rule: 'may only have letters, digits, and between them spaces and . _ -',
} as const
/** Of a given and a family name: what is read must be what is there, on a terminal too. */
export const GIVEN_NAME = {
  max: 64,
  // Some languages and signs are written with joiners, U+200C and U+200D.
  pattern: /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u,
  rule: 'must not have control or invisible characters',
} as const

/**
 * What a reader does not see, or sees as something else than it is: control and directional characters, line and
 * paragraph separators, fillers, variation selectors, a blank that counts as a symbol (U+2800), and what has no
 * meaning: unassigned and for private use.
 */
const INVISIBLE = '\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'

/** What the names of users and roles look like, by signup, change and import alike. */
export const USERNAME = {
  max: 64,
  // No path leads to "." and "..".
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._@-]{1,64}$/,
  rule: 'may only have letters, digits and . _ @ - (1 to 64 of them)',
} as const

export const EMAIL = {
  max: 128,
  // What is read must be what is there.
  pattern: new RegExp(`^[^\\s@${INVISIBLE}]{1,64}@[^\\s@${INVISIBLE}]{1,127}$`, 'u'),
  rule: 'must be an e-mail address',
} as const

export const ROLE_NAME = {
  max: 32,
  // Some letters are fillers, which nobody sees.
  pattern: /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]([\p{L}\p{N} ._-]*[\p{L}\p{N}])?$/u,
  rule: 'may only have letters, digits, and between them spaces and . _ -',
} as const
/** Of a given and a family name: what is read must be what is there, on a terminal too. */
export const GIVEN_NAME = {
  max: 64,
  // Some languages and signs are written with joiners, U+200C and U+200D.
  pattern: new RegExp(`^(?:[^${INVISIBLE}]|[\\u200c\\u200d])*$`, 'u'),
  rule: 'must not have control or invisible characters',
} as const

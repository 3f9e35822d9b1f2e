/**
 * Characters that are invisible or misleading: control and directional characters, line and paragraph separators,
 * fillers, variation selectors, the Braille blank (U+2800), and unassigned and private-use code points.
 */
const INVISIBLE = '\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'

/** The rule for usernames, in signups, changes and imports alike. */
export const USERNAME = {
  max: 64,
  // "." and ".." cannot be used in a path.
  pattern: /^(?!\.{1,2}$)[A-Za-z0-9._@-]{1,64}$/,
  rule: 'may only have letters, digits and . _ @ - (1 to 64 of them)',
} as const

export const EMAIL = {
  max: 128,
  // What is displayed must be what is stored, so no invisible characters are allowed.
  pattern: new RegExp(`^[^\\s@${INVISIBLE}]{1,64}@[^\\s@${INVISIBLE}]{1,127}$`, 'u'),
  rule: 'must be an e-mail address',
} as const

export const ROLE_NAME = {
  max: 32,
  // Some code points that Unicode classifies as letters are invisible fillers.
  pattern: /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]([\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u,
  rule: 'may only have letters, digits, and between them spaces and . _ -',
} as const

/** The rule for given and family names. What is displayed must be what is stored, even on a terminal. */
export const PERSON_NAME = {
  max: 64,
  // Some languages and emoji need the joiners U+200C and U+200D.
  pattern: new RegExp(`^(?:[^${INVISIBLE}]|[\\u200c\\u200d])*$`, 'u'),
  rule: 'must not have control or invisible characters',
} as const

import { httpErrors } from '@plinth/kernel'
import { compileCheck, described } from '@plinth/kernel/tools'
import { object, string } from 'yup'

/** A name and a note by which people know a token. They have no effect. */
export interface TokenLabel {
  readonly name?: string | undefined
  readonly note?: string | undefined
}

const MAX_NAME_CHARACTERS = 64
const MAX_NOTE_CHARACTERS = 256
/** What is displayed must be what is stored, even on a terminal: no control, directional or invisible characters. */
const VISIBLE = /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]*$/u
const VISIBLE_RULE = 'must not have control or invisible characters'

/** The fields of a label, over REST and from code. */
export const labelFields = {
  name: described(
    string().min(1).max(MAX_NAME_CHARACTERS).matches(VISIBLE, VISIBLE_RULE),
    'A name for people, such as that of the other system; need not be unique.',
  ),
  note: described(
    string().max(MAX_NOTE_CHARACTERS).matches(VISIBLE, VISIBLE_RULE),
    'A note for people, such as who uses the token.',
  ),
}

/** Throws `INVALID_BODY` unless the value is a valid label. */
export const checkLabel = compileCheck(object(labelFields), httpErrors.INVALID_BODY)

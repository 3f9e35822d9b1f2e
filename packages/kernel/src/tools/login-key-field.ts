import { string } from 'yup'

/** The body field for the key of a login that is not complete yet. */
export const loginKeyField = string()
  .required()
  .max(64)
  .meta({ description: 'The `login_key` from the response that started the login.' })

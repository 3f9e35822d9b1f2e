import { string } from 'yup'

/** The fields of both routes. */
export const passwordFields = {
  target_username: string().required().max(255).meta({ description: 'The username; case is ignored.' }),
  new_password: string()
    .required()
    .meta({ description: 'At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 1024 bytes.' }),
}

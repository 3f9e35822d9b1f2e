import { string } from 'yup'

/** The fields that both routes ask for. */
export const passwordFields = {
  target_username: string().required().max(255).meta({ description: 'The user whose password it is, in any case.' }),
  new_password: string()
    .required()
    .meta({ description: 'At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 72 bytes.' }),
}

import { object, string } from 'yup'

/** The user in the path of a route about sessions. */
export const userParams = object({
  username: string().required().meta({ description: 'The username; case is ignored.' }),
})

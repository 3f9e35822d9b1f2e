import { object, string } from 'yup'

/** The user in the path of a route: `/users/:username/…`. */
export const usernameParams = object({
  username: string().required().meta({ description: 'The username; case is ignored.' }),
})

import { object, string } from 'yup'

/** The user in the path of a route about second factors. */
export const factorParams = object({
  username: string().required().meta({ description: 'The username; case is ignored.' }),
})

import { defineRoute, type UserDirectory } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import { userShape, userToWire } from './user-on-the-wire.js'

export const getUser = (users: UserDirectory) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username',
    summary: 'Look up one user',
    access: 'authenticated',
    params: object({ username: string().required() }),
    responses: { 200: userShape },
    errors: [errors.USER_NOT_FOUND],
    handle: async ({ params }) => {
      const user = await users.find(params.username)
      if (!user) throw errors.USER_NOT_FOUND()
      return userToWire(user)
    },
  })

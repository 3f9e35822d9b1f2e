import { defineRoute } from '@plinth/kernel'
import type { RoleDirectory } from '@plinth/kernel/contracts'
import { array } from 'yup'
import { roleShape } from './user-on-the-wire.js'

export const listRoles = (roles: RoleDirectory) =>
  defineRoute({
    method: 'GET',
    path: '/roles',
    operationId: 'roles',
    summary: 'List all roles, the most privileged first',
    access: 'authenticated',
    responses: { 200: array(roleShape) },
    handle: async () => (await roles.list()).map(({ name, level }) => ({ name, level })),
  })

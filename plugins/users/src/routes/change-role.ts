import { defineRoute, SUDO } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { RoleAdministration } from '../role-administration.js'
import type { RoleList } from '../role-list.js'
import { roleChangeShape } from '../user-shapes.js'
import { roleInfoShape, roleParams } from './role-on-the-wire.js'

export const changeRole = (administration: RoleAdministration, roles: RoleList) =>
  defineRoute({
    method: 'PATCH',
    path: '/roles/:name',
    operationId: 'changeRole',
    summary: 'Change the level of a role',
    description:
      'The level changes at once for all users and tokens with the role. Only sudo users may change roles. The roles `sudo` and `admin` keep their levels.',
    access: { maxLevel: SUDO, user: true, fresh: true },
    params: roleParams,
    body: roleChangeShape,
    example: { level: 7 },
    responses: { 200: roleInfoShape },
    errors: [errors.ROLE_NOT_FOUND, errors.ROLE_REQUIRES_COMMAND, errors.ROLE_RESERVED],
    handle: async (request) => {
      const changed = await administration.setLevel(request, request.params.name, request.body.level)
      return roles.describe(changed, request.principal)
    },
  })

import { defineRoute, SUDO } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { RoleAdministration } from '../role-administration.js'
import type { RoleList } from '../role-list.js'
import { newRoleShape } from '../user-shapes.js'
import { roleInfoShape } from './role-on-the-wire.js'

export const addRole = (administration: RoleAdministration, roles: RoleList) =>
  defineRoute({
    method: 'POST',
    path: '/roles',
    operationId: 'addRole',
    summary: 'Create a role',
    description: 'Only sudo users may create roles.',
    access: { maxLevel: SUDO, user: true, fresh: true },
    body: newRoleShape,
    example: { name: 'technician', level: 5 },
    responses: { 200: roleInfoShape },
    errors: [errors.ROLE_REQUIRES_COMMAND, errors.ROLE_EXISTS, errors.TOO_MANY_ROLES],
    handle: async (request) => roles.describeNew(await administration.add(request, request.body), request.principal),
  })

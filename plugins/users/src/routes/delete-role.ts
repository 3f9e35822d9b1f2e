import { defineRoute, messageShape, SUDO } from '@plinth/kernel'
import { messageAfter } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { RoleAdministration } from '../role-administration.js'
import { roleParams } from './role-on-the-wire.js'

export const deleteRole = (administration: RoleAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/roles/:name',
    operationId: 'deleteRole',
    summary: 'Delete a role that nothing uses',
    description:
      'Only sudo users may delete roles, and only those that have neither users nor valid third-party tokens. Revoked and expired tokens with the role are deleted too. The roles `sudo` and `admin` cannot be deleted.',
    access: { maxLevel: SUDO, user: true, fresh: true },
    params: roleParams,
    responses: { 200: messageShape('Role deleted') },
    errors: [errors.ROLE_NOT_FOUND, errors.ROLE_REQUIRES_COMMAND, errors.ROLE_RESERVED, errors.ROLE_IN_USE],
    handle: async (request) => messageAfter(administration.delete(request, request.params.name), 'Role deleted'),
  })

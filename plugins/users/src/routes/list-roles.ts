import { defineRoute } from '@plinth/kernel'
import { array } from 'yup'
import type { RoleList } from '../role-list.js'
import { roleInfoShape } from './role-on-the-wire.js'

export const listRoles = (roles: RoleList) =>
  defineRoute({
    method: 'GET',
    path: '/roles',
    operationId: 'roles',
    summary: 'List all roles, the most privileged first',
    access: 'authenticated',
    responses: { 200: array(roleInfoShape) },
    handle: ({ principal }) => roles.for(principal),
  })

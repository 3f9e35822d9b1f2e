import { field } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { ImportedPassword } from './imported-password.js'
import { MAX_ROLES } from './role-store.js'
import { EMAIL, PERSON_NAME, ROLE_NAME, USERNAME } from './user-fields.js'

export const rolesTable: ConfigurationTable = {
  name: 'Roles',
  table: 'plinth_roles',
  after: 'Alarms',
  key: ['name'],
  unique: ['identifier'],
  privilege: 'level',
  mayBeRemoved: false,
  maxRecords: MAX_ROLES,
  fields: {
    id: field.rowId(),
    identifier: field.text({ max: 128, default: { generated: 'identifier' } }),
    name: field.text({ ...rulesOf(ROLE_NAME), caseless: true }),
    level: field.integer(),
  },
}

export const usersTable = (importedPassword: ImportedPassword): ConfigurationTable => ({
  name: 'Users',
  table: 'plinth_users',
  after: 'Roles',
  key: ['username'],
  unique: ['email', 'identifier'],
  privilege: 'role.level',
  mayBeRemoved: false,
  fields: {
    id: field.rowId(),
    identifier: field.text({ max: 128, default: { generated: 'identifier' } }),
    username: field.text({ ...rulesOf(USERNAME), caseless: 'username_key' }),
    email: field.text({ ...rulesOf(EMAIL), caseless: 'email_key' }),
    role: field.reference({ column: 'role_id', to: 'Roles', as: 'record' }),
    name: field.text({ ...rulesOf(PERSON_NAME), caseless: 'name_key', nullable: true }),
    lastname: field.text({ ...rulesOf(PERSON_NAME), caseless: 'lastname_key', nullable: true }),
    password: field.ignored(),
  },
  initialPassword: () => importedPassword.forImport(),
})

function rulesOf({ max, pattern, rule }: { max: number; pattern: RegExp; rule: string }) {
  return { max, pattern: [pattern, rule] as const }
}

import { describeConfigurationTable } from '@plinth/testing'
import { startApp } from '../../../test/support/app.js'

const ROLES = [
  { identifier: 'role-1', name: 'Fitter', level: 20 },
  { identifier: 'role-2', name: 'Planner', level: 30 },
]

describeConfigurationTable({ name: 'Roles', start: startApp, data: { Roles: ROLES } })

describeConfigurationTable({
  name: 'Users',
  start: startApp,
  data: {
    Roles: ROLES,
    Users: [
      {
        identifier: 'user-1',
        username: 'anna',
        email: 'anna@plant.test',
        role: 'fitter',
        name: 'Anna',
        lastname: 'Berg',
      },
      { username: 'bert', email: 'bert@plant.test', role: { name: 'planner' } },
    ],
  },
})

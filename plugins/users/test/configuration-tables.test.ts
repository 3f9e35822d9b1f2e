import { describeConfigurationTable, forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
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

describe('a role whose canonical name is longer or has other characters', () => {
  forEachDatabase((database) => {
    it('is imported only if its export can be imported', async () => {
      const [one, other] = [await startApp({ database }), await startApp({ database })]
      const [sudo, otherSudo] = [await one.signIn('sudo'), await other.signIn('sudo')]
      const names = ['İzmir', '½', '\ufdfa\ufdfa', 'Straße']
      const Roles = names.map((name, index) => ({ identifier: `role-${index}`, name, level: 20 }))

      const imported = await sudo.upload('/settings/import_config', JSON.stringify({ data: { Roles } }))
      const { text } = await sudo.get('/settings/export_config')
      const again = await otherSudo.upload('/settings/import_config', text)
      await one.stop()
      await other.stop()

      expect(imported.body.summary).to.deep.equal({ imported: 2, skipped: 0, errors: 2 })
      expect(imported.body.results.errors.Roles.join('\n'))
        .to.match(/^½: name may only have letters/m)
        .and.match(/: name is longer than 32 characters$/m)
      expect(again.body.summary).to.deep.include({ imported: 2, errors: 0 })
    })
  })
})

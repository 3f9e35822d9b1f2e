import { configurationTables, consolePages, definePlugin, healthChecks } from '@plinth/kernel'
import type { UserDirectory } from '@plinth/kernel/contracts'
import { pumpsTable } from './configuration-table.js'
import { errors } from './errors.js'
import { migrations } from './migrations.js'
import { PumpService } from './pump-service.js'
import { PumpStore } from './pump-store.js'
import { addPump } from './routes/add-pump.js'
import { getPage } from './routes/get-page.js'
import { listPumps } from './routes/list-pumps.js'
import { recordInspection } from './routes/record-inspection.js'
import { settings } from './settings.js'

/** The pumps of a plant. */
export const pumps = definePlugin<{ userDirectory: UserDirectory }, { pumpService: PumpService }>()({
  name: 'pumps',
  dependsOn: ['users'],
  settings,
  errors,
  migrations,
  services: { pumpStore: PumpStore, pumpService: PumpService },
  contributes: ({ pumpService }) => [
    configurationTables.of(pumpsTable),
    healthChecks.of({ name: 'pumps', check: () => pumpService.check() }),
    consolePages.of({ title: 'Pumps', path: 'pumps', maxLevel: 256, module: '/pumps/page.js' }),
  ],
  routes: ({ pumpService }) => [listPumps(pumpService), addPump(pumpService), recordInspection(pumpService), getPage()],
})

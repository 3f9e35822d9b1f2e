import { configurationTables, definePlugin } from '@plinth/kernel'
import { plantTables } from './configuration-tables/index.js'
import { migrations } from './migrations.js'

/** Contributes the tables of a plant: tags, alarms, machines and the tables that they refer to. */
export const plant = definePlugin()({
  name: 'plant',
  migrations,
  contributes: () => plantTables.map(configurationTables.of),
})

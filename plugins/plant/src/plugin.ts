import { configurationTables, definePlugin, historicalTables } from '@plinth/kernel'
import { plantTables } from './configuration-tables/index.js'
import { plantHistory } from './historical-tables.js'
import { migrations } from './migrations.js'

/** Contributes the tables of a plant: tags, alarms, machines, the tables that they refer to, and historical data. */
export const plant = definePlugin()({
  name: 'plant',
  migrations,
  contributes: () => [...plantTables.map(configurationTables.of), ...plantHistory.map(historicalTables.of)],
})

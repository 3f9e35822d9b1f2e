import { configurationTables, definePlugin } from '@plinth/kernel'
import { plantTables } from './configuration-tables/index.js'
import { migrations } from './migrations.js'

/** The tables of a plant that nobody else owns: its tags, alarms, machines and what they are made of. */
export const plant = definePlugin()({
  name: 'plant',
  migrations,
  contributes: () => plantTables.map(configurationTables.of),
})

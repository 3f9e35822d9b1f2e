import { readFileSync } from 'node:fs'
import type { App } from './app.js'

export type FileRecord = Record<string, unknown>
export type Tables = Record<string, FileRecord[]>

/** A parsed configuration file. */
export interface ConfigurationFile {
  readonly version: string
  readonly exported_at: string
  readonly data: Tables
}

/** Reads a real configuration file, exported by PyAutomation 2.1.2. */
export const pyAutomationFile = (): ConfigurationFile =>
  JSON.parse(readFileSync(new URL('../fixtures/pyautomation-export.json', import.meta.url), 'utf8'))

/** Returns the JSON of a configuration file with these tables. */
export const fileOf = (data: object): string => JSON.stringify({ version: '1.0', data })

/** The database table behind each table of a file. */
export const DATABASE_TABLES: Readonly<Record<string, string>> = {
  Manufacturer: 'plinth_manufacturers',
  Segment: 'plinth_segments',
  Variables: 'plinth_variables',
  Units: 'plinth_units',
  DataTypes: 'plinth_data_types',
  Tags: 'plinth_tags',
  AlarmTypes: 'plinth_alarm_types',
  AlarmStates: 'plinth_alarm_states',
  Alarms: 'plinth_alarms',
  Roles: 'plinth_roles',
  Users: 'plinth_users',
  OPCUA: 'plinth_opcua_clients',
  AccessType: 'plinth_access_types',
  OPCUAServer: 'plinth_opcua_server_nodes',
  Machines: 'plinth_machines',
  TagsMachines: 'plinth_machine_tags',
}

/** Returns the number of rows of each table. */
export async function rowCounts(app: App): Promise<Record<string, number>> {
  const { database } = app.services
  const counts = Object.entries(DATABASE_TABLES).map(async ([name, table]) => {
    const [row] = await database.read((knex) => knex(table).count({ rows: '*' }))
    return [name, Number(row?.rows)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Returns tables with one tag, the records that it requires, and a few others. */
export const smallPlant = (): Tables => ({
  Manufacturer: [{ name: 'Acme' }],
  Segment: [{ name: 'North', manufacturer: 'Acme' }],
  Variables: [{ name: 'Pressure' }],
  Units: [
    { name: 'bar', variable: 'Pressure', unit: 'bar' },
    { name: 'pound per square inch', variable: 'Pressure', unit: 'psi' },
  ],
  DataTypes: [{ name: 'float' }],
  Tags: [{ id: 'tag-1', name: 'PT-1', unit: 'bar', data_type: 'float' }],
  AlarmTypes: [{ name: 'HIGH' }],
  AlarmStates: [{ name: 'Normal', mnemonic: 'NORM', condition: 'Normal', status: 'Not Active' }],
  Machines: [{ identifier: 'm-1', name: 'Pump' }],
  AccessType: [{ name: 'Read' }],
})

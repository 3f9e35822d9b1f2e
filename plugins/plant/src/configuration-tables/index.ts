import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { alarmStates, alarms, alarmTypes } from './alarms.js'
import { machines, tagsMachines } from './machines.js'
import { manufacturer, segment } from './manufacturing.js'
import { dataTypes, units, variables } from './measuring.js'
import { accessType, opcua, opcuaServer } from './opcua.js'
import { tags } from './tags.js'

/** The tables in the order of the configuration file. */
export const plantTables: readonly ConfigurationTable[] = [
  manufacturer,
  segment,
  variables,
  units,
  dataTypes,
  tags,
  alarmTypes,
  alarmStates,
  alarms,
  opcua,
  accessType,
  opcuaServer,
  machines,
  tagsMachines,
]

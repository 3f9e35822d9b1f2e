import { describeConfigurationTable, type FileData } from '@plinth/testing'
import { startApp } from '../../../test/support/app.js'

/** Two records of each table, the first with a value in every field. */
const DATA: FileData = {
  Manufacturer: [{ name: 'Acme' }, { name: 'Emca' }],
  Segment: [
    { name: 'North', manufacturer: 'Acme' },
    { name: 'North', manufacturer: 'Emca' },
  ],
  Variables: [{ name: 'Pressure' }, { name: 'Temperature' }],
  Units: [
    { name: 'bar', variable: 'Pressure', unit: 'bar' },
    { name: 'pound per square inch', variable: 'Pressure', unit: 'psi' },
  ],
  DataTypes: [{ name: 'float' }, { name: 'int' }],
  Tags: [
    {
      id: 'tag-1',
      name: 'PT-1',
      unit: 'bar',
      data_type: 'float',
      description: 'At the inlet',
      display_name: 'Inlet',
      display_unit: 'psi',
      opcua_address: 'opc.tcp://plc.test:4840',
      opcua_client_name: 'plc',
      node_namespace: 'ns=2;s=1',
      scan_time: 500,
      dead_band: 0.1,
      kp: 1.5,
      active: false,
      process_filter: true,
      gaussian_filter: true,
      gaussian_filter_threshold: 2.5,
      gaussian_filter_r_value: 0.25,
      out_of_range_detection: true,
      frozen_data_detection: true,
      outlier_detection: true,
      segment: 'North',
      manufacturer: 'Acme',
    },
    { name: 'PT-2', unit: 'psi', data_type: 'int' },
  ],
  AlarmTypes: [{ name: 'HIGH' }, { name: 'LOW' }],
  AlarmStates: [
    { name: 'Normal', mnemonic: 'NORM', condition: 'Normal', status: 'Not Active' },
    { name: 'Latched', mnemonic: 'LATCH', condition: 'Normal', status: 'Active' },
  ],
  Alarms: [
    {
      identifier: 'alarm-1',
      name: 'PT-1.H',
      tag: 'PT-1',
      alarm_type: 'HIGH',
      trigger_value: 5.5,
      description: 'Too high',
      state: 'Latched',
      timestamp: '02/29/2024, 23:59:58.123456',
    },
    { name: 'PT-1.L', tag: 'PT-1', alarm_type: 'LOW', trigger_value: 0 },
  ],
  OPCUA: [
    { client_name: 'plc', host: 'plc.test', port: 4840 },
    { client_name: 'spare', host: 'spare.test', port: 4841 },
  ],
  AccessType: [{ name: 'Read' }, { name: 'Write' }],
  OPCUAServer: [
    { name: 'node 1', namespace: 'ns=2;s=1', access_type: 'Read' },
    { name: 'node 2', namespace: 'ns=2;s=2' },
  ],
  Machines: [
    {
      identifier: 'machine-1',
      name: 'Pump',
      interval: 0.5,
      description: 'Feeds the boiler',
      classification: 'Rotating',
      buffer_size: 10,
      buffer_roll_type: 'LIFO',
      criticity: 2,
      priority: 3,
      threshold: 0.75,
      on_delay: 1.25,
    },
    { name: 'Fan' },
  ],
  TagsMachines: [
    { machine: 'Pump', tag: 'PT-1', default_tag_name: 'inlet' },
    { machine: 'Pump', tag: 'PT-2' },
  ],
}

/** Other tables that each table refers to, directly or not. They must not refer back to it. */
const REFERENCED_TABLES: Readonly<Record<string, readonly string[]>> = {
  Segment: ['Manufacturer'],
  Units: ['Variables'],
  Tags: ['Manufacturer', 'Segment', 'Variables', 'Units', 'DataTypes'],
  Alarms: ['Manufacturer', 'Segment', 'Variables', 'Units', 'DataTypes', 'Tags', 'AlarmTypes', 'AlarmStates'],
  OPCUAServer: ['AccessType'],
  TagsMachines: ['Manufacturer', 'Segment', 'Variables', 'Units', 'DataTypes', 'Tags', 'Machines'],
}

for (const name of Object.keys(DATA)) {
  const names = [...(REFERENCED_TABLES[name] ?? []), name]
  const data = Object.fromEntries(names.map((each) => [each, DATA[each] ?? []]))
  describeConfigurationTable({ name, start: startApp, data })
}

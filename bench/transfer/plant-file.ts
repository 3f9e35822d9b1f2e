import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

/** Unit symbols, by the variable that they measure. The name of a unit consists of both. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  Temperature: ['degree_celsius', 'degree_fahrenheit', 'kelvin'],
  Pressure: ['Pa', 'kPa', 'bar', 'psi', 'mmH2O'],
  MassFlow: ['kg/sec', 'kg/min', 'kg/hr', 'lb/hr'],
  VolumetricFlow: ['lt/sec', 'lt/hr', 'm3/hr', 'bbl/day'],
  Length: ['m', 'mm', 'ft'],
  Current: ['A', 'mA'],
  Power: ['W', 'kW', 'hp'],
  Volume: ['lt', 'm3', 'bbl'],
}
const DATA_TYPES = ['float', 'integer', 'boolean', 'string']
const MANUFACTURERS = 10
const SEGMENTS_EACH = 20
/** Every tenth tag has a description with non-ASCII characters, and with some that need escapes. */
const SPECIAL_EVERY = 10

const pairs = Object.entries(UNITS).flatMap(([variable, symbols]) => symbols.map((unit) => ({ variable, unit })))
const manufacturers = range(MANUFACTURERS).map((index) => `Manufacturer ${index + 1}`)
const segments = manufacturers.flatMap((manufacturer) =>
  range(SEGMENTS_EACH).map((index) => ({ name: `Line ${index + 1}`, manufacturer })),
)

/** Number of records in the tables that tags refer to. */
export const REFERENCED_RECORD_COUNT =
  MANUFACTURERS + segments.length + Object.keys(UNITS).length + pairs.length + DATA_TYPES.length

/**
 * Writes a configuration with tags, every field filled, and the records that they refer to: about 700 bytes per tag,
 * always the same. Tags of different `series` do not conflict.
 */
export async function writePlantFile(path: string, tags: number, series = 'A'): Promise<void> {
  const file = createWriteStream(path)
  for (const piece of documentPieces(tags, series)) {
    if (!file.write(piece)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

function* documentPieces(tags: number, series: string): Generator<string> {
  yield '{"version":"1.0","exported_at":"2026-11-20T13:22:16.880709+00:00","data":{'
  const referenced = Object.entries(referencedTables())
  for (const [table, records] of referenced) yield `\n"${table}":[\n${records.map(toText).join(',\n')}],`
  yield '\n"Tags":['
  for (let start = 0; start < tags; start += 1_000) {
    const page = range(Math.min(1_000, tags - start)).map((index) => toText(tag(start + index, series)))
    yield (start === 0 ? '\n' : ',\n') + page.join(',\n')
  }
  yield ']}}\n'
}

function referencedTables(): Record<string, object[]> {
  const withId = (name: string, index: number) => ({ id: index + 1, name })
  return {
    Manufacturer: manufacturers.map(withId),
    Segment: segments.map(({ name, manufacturer }, index) => ({
      ...withId(name, index),
      manufacturer: withId(manufacturer, manufacturers.indexOf(manufacturer)),
    })),
    Variables: Object.keys(UNITS).map(withId),
    Units: pairs.map(({ variable, unit }, index) => ({ ...withId(`${variable} in ${unit}`, index), variable, unit })),
    DataTypes: DATA_TYPES.map(withId),
  }
}

function tag(index: number, series: string): object {
  const number = String(index + 1).padStart(7, '0')
  const { variable, unit } = at(pairs, index)
  const displayed = at(
    pairs.filter((pair) => pair.variable === variable),
    index,
  )
  const { name: segment, manufacturer } = at(segments, index * 7)
  return {
    id: identifier(`${series}${number}`),
    name: `PLANT.${series}.${variable}.${number}`,
    unit,
    data_type: at(DATA_TYPES, index),
    description: description(index, variable, segment),
    display_name: `${variable} ${series} ${number}`,
    display_unit: displayed.unit,
    opcua_address: `ns=2;s=Plant.${series}.${segment}.${variable}.${number}`,
    opcua_client_name: `PLC_${(index % 16) + 1}`,
    node_namespace: `ns=2;i=${index + 1}`,
    scan_time: 500 + (index % 10) * 100,
    dead_band: (index % 100) / 100 + 0.005,
    kp: index / 8 + 0.125,
    variable,
    active: index % 17 !== 0,
    process_filter: index % 2 === 0,
    gaussian_filter: index % 3 === 0,
    gaussian_filter_threshold: 1 + (index % 7) / 10,
    gaussian_filter_r_value: (index % 11) / 100,
    out_of_range_detection: index % 5 === 0,
    frozen_data_detection: index % 7 === 0,
    outlier_detection: index % 11 === 0,
    segment,
    manufacturer,
  }
}

function description(index: number, variable: string, segment: string): string {
  const plain = `${variable} measured at kilometre point ${index % 1_000} of ${segment}`
  return index % SPECIAL_EVERY === 0
    ? `${plain}, "Übergabe" \\ Señal de campo 計器`
    : `${plain}, by the field instrument`
}

/** Returns an identifier. As in real files, the order of identifiers differs from that of the tags. */
function identifier(of: string): string {
  return createHash('md5').update(of).digest('hex').slice(0, 12)
}

function toText(record: object): string {
  return JSON.stringify(record)
}

function at<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

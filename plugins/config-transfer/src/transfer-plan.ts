import { type Contributions, configurationTables, StartupError } from '@plinth/kernel'
import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

/** PostgreSQL cuts longer names off. */
const MAX_NAME_BYTES = 63

/** The contributed tables, by name, and in an order in which whatever is referred to comes first. */
export class TransferPlan {
  readonly #contributions: Contributions
  #tables: readonly ConfigurationTable[] | undefined
  #order: readonly ConfigurationTable[] | undefined

  constructor({ contributions }: { contributions: Contributions }) {
    this.#contributions = contributions
  }

  /** In the order of an exported file: that of contribution, except for tables that say which one they come after. */
  get tables(): readonly ConfigurationTable[] {
    this.#tables ??= inFileOrder(this.#contributions.of(configurationTables))
    return this.#tables
  }

  /** In an order in which they can be imported. */
  get inOrderOfReferences(): readonly ConfigurationTable[] {
    this.#order ??= sorted(this.tables)
    return this.#order
  }

  find(name: string): ConfigurationTable | undefined {
    return this.tables.find((table) => table.name === name)
  }

  /** The table that a reference is to. */
  target(reference: Reference): ConfigurationTable {
    const table = this.find(reference.to)
    if (!table) throw new StartupError(`No plugin contributes the configuration table "${reference.to}".`)
    return table
  }

  /** Throws a `StartupError` for descriptions that do not fit together. */
  check(): void {
    const names = this.tables.map(({ name }) => name)
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    const problems = [...new Set(twice)].map((name) => this.#clash(name))
    problems.push(...this.tables.flatMap((table) => this.#problemsOf(table).map(this.inPlugin(table))))
    if (problems.length > 0) throw new StartupError(problems)
    sorted(this.tables)
  }

  /** Puts the name of the plugin that contributed a table before what is said of it. */
  inPlugin(table: ConfigurationTable): (problem: string) => string {
    const plugin = this.#contributions.giverOf(configurationTables, table)
    return (problem) => `The plugin "${plugin}": ${problem}`
  }

  #clash(name: string): string {
    const tables = this.tables.filter((table) => table.name === name)
    const plugins = tables.map((table) => `"${this.#contributions.giverOf(configurationTables, table)}"`)
    return `The plugins ${plugins.join(' and ')} contribute a configuration table "${name}" each. Rename one.`
  }

  #problemsOf(table: ConfigurationTable): string[] {
    const claims = [...table.key, ...(table.unique ?? [])].filter((field) => !table.fields[field])
    const unknown = claims.map(
      (field) => `The configuration table "${table.name}" has no field "${field}", which its key or unique names.`,
    )
    const lost = referencesOf(table)
      .filter(([, { to }]) => !this.find(to))
      .map(
        ([field, { to }]) =>
          `"${table.name}.${field}" refers to the configuration table "${to}", which no plugin contributes.`,
      )
    const unfound = referencesOf(table).flatMap(([field, { to, by }]) => {
      const target = this.find(to)
      const names = target ? Object.keys(by ?? {}).filter((name) => !target.fields[name]) : []
      return names.map((name) => `"${table.name}.${field}" is found by "${name}", which "${to}" does not have.`)
    })
    const blind = Object.entries(table.fields)
      .filter(([, field]) => field.kind === 'derived' && table.fields[field.through]?.kind !== 'reference')
      .map(([field]) => `"${table.name}.${field}" is derived through a field that is no reference.`)
    const long = Object.keys(table.fields)
      .filter((field) => Buffer.byteLength(field) > MAX_NAME_BYTES)
      .map((field) => `"${table.name}.${field}" has a name of more than ${MAX_NAME_BYTES} bytes.`)
    const own = [...problemsOfClaims(table), ...this.#problemsOfPrivilege(table), ...this.#problemsOfPlace(table)]
    return [...unknown, ...lost, ...unfound, ...blind, ...long, ...own]
  }

  #problemsOfPlace(table: ConfigurationTable): string[] {
    const before = new Set<ConfigurationTable>()
    for (let next = this.#predecessor(table); next && !before.has(next); next = this.#predecessor(next))
      before.add(next)
    return before.has(table) ? [`The configuration table "${table.name}" comes after itself. Change its "after".`] : []
  }

  #predecessor({ after }: ConfigurationTable): ConfigurationTable | undefined {
    return after === undefined ? undefined : this.find(after)
  }

  /** A privilege that cannot be found would be none. */
  #problemsOfPrivilege({ name, privilege, fields }: ConfigurationTable): string[] {
    if (privilege === undefined) return []
    const [first = '', second] = privilege.split('.')
    const field = fields[first]
    const isOwn = second === undefined && field?.kind === 'integer'
    const isOthers = field?.kind === 'reference' && second !== undefined && this.find(field.to)?.privilege === second
    if (isOwn || isOthers) return []
    return [
      `The privilege "${privilege}" of the configuration table "${name}" is neither an integer field nor the own privilege of a record that it refers to.`,
    ]
  }
}

/** Records are told apart by texts that stand in the file, or by what they refer to. */
function problemsOfClaims(table: ConfigurationTable): string[] {
  const keys = table.key
    .filter((name) => !['text', 'reference', undefined].includes(table.fields[name]?.kind))
    .map((name) => `"${table.name}.${name}" is part of the key, and neither a text nor a reference.`)
  const unique = (table.unique ?? [])
    .filter((name) => table.fields[name] && !canBeUnique(table.fields[name]))
    .map((name) => `"${table.name}.${name}" is said to be unique; only a text without a constant default can be.`)
  return [...keys, ...unique]
}

function canBeUnique(field: Field): boolean {
  if (field.kind !== 'text') return false
  return field.default === undefined || field.default === 'generated-identifier' || typeof field.default === 'object'
}

/** The references of a table with the fields that hold them. */
export function referencesOf(table: ConfigurationTable): [string, Reference][] {
  return Object.entries(table.fields).filter((entry): entry is [string, Reference] => entry[1].kind === 'reference')
}

/** Which field of the other record equals which field of this one. */
export function matchOf(field: string, reference: Reference): [theirs: string, ours: string][] {
  return Object.entries(reference.by ?? { name: field })
}

/** The fields by which the record of a reference is found. */
export function theirsOf(field: string, reference: Reference): string[] {
  return matchOf(field, reference).map(([theirs]) => theirs)
}

/** The column of a stored field. */
export function columnOf(name: string, field: Field): string {
  return ('column' in field && field.column) || name
}

/** The column that holds a field in the form in which no two records share it. */
export function uniqueColumnOf(table: ConfigurationTable, name: string): string {
  const field = table.fields[name] ?? { kind: 'unread' }
  return field.kind === 'text' && typeof field.caseless === 'string' ? field.caseless : columnOf(name, field)
}

/** What comes after a table that nobody contributes, or after itself, keeps the place of its contribution or comes last. */
function inFileOrder(contributed: readonly ConfigurationTable[]): readonly ConfigurationTable[] {
  const names = new Set(contributed.map(({ name }) => name))
  const isBound = ({ after }: ConfigurationTable) => after !== undefined && names.has(after)
  const order = contributed.filter((table) => !isBound(table))
  const waiting = contributed.filter(isBound)
  const placeOf = ({ after }: ConfigurationTable) => order.findIndex(({ name }) => name === after) + 1
  for (;;) {
    const next = waiting.findLast((table) => placeOf(table) > 0) // two that come after one keep their order
    if (!next) return [...order, ...waiting]
    order.splice(placeOf(next), 0, next)
    waiting.splice(waiting.indexOf(next), 1)
  }
}

function sorted(tables: readonly ConfigurationTable[]): ConfigurationTable[] {
  const order: ConfigurationTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) => referencesOf(table).every(([, { to }]) => isThere(to, table, waiting)))
    if (ready.length === 0) {
      const names = [...waiting].map(({ name }) => name).join(', ')
      throw new StartupError(`The configuration tables ${names} refer to one another in a circle. Break it.`)
    }
    for (const table of ready) {
      waiting.delete(table)
      order.push(table)
    }
  }
  return order
}

/** A reference to the own table needs no other one. */
function isThere(name: string, own: ConfigurationTable, waiting: ReadonlySet<ConfigurationTable>): boolean {
  return name === own.name || ![...waiting].some((table) => table.name === name)
}

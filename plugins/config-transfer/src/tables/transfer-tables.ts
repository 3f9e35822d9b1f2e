import { type Contributions, configurationTables, StartupError } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { didYouMean } from '@plinth/kernel/tools'
import { fieldProblems } from './field-problems.js'
import { referencesOf } from './table-fields.js'

/** The contributed tables, in the order of an exported file and in the order of their references. */
export class TransferTables {
  readonly #contributions: Contributions
  #fileOrder: readonly ConfigurationTable[] | undefined
  #referenceOrder: readonly ConfigurationTable[] | undefined

  constructor({ contributions }: { contributions: Contributions }) {
    this.#contributions = contributions
  }

  /** The tables in the order of an exported file: as contributed, except for tables with `after`. */
  get inFileOrder(): readonly ConfigurationTable[] {
    this.#fileOrder ??= sortedByAfter(this.#contributions.to(configurationTables))
    return this.#fileOrder
  }

  /** The tables in an order in which they can be imported: those with privilege levels as late as possible. */
  get inReferenceOrder(): readonly ConfigurationTable[] {
    this.#referenceOrder ??= sortedByReferences(this.inFileOrder)
    return this.#referenceOrder
  }

  /** Returns the names of these tables, and of all that they refer to, directly or through others. */
  withReferenced(names: readonly string[]): ReadonlySet<string> {
    const found = new Set(names)
    for (const table of this.inReferenceOrder.toReversed())
      if (found.has(table.name)) for (const [, { to }] of referencesOf(table)) found.add(to)
    return found
  }

  find(name: string): ConfigurationTable | undefined {
    return this.inFileOrder.find((table) => table.name === name)
  }

  /** Returns the table that a reference refers to. */
  target(reference: Reference): ConfigurationTable {
    const table = this.find(reference.to)
    if (!table) throw new StartupError(`No plugin contributes the configuration table "${reference.to}".`)
    return table
  }

  /** Throws a `StartupError` for inconsistent descriptions. */
  check(): void {
    const names = this.inFileOrder.map(({ name }) => name)
    const duplicates = names.filter((name, index) => names.indexOf(name) !== index)
    const problems = [...new Set(duplicates)].map((name) => this.#duplicateNameProblem(name))
    problems.push(...this.inFileOrder.flatMap((table) => this.#tableProblems(table).map(this.withPlugin(table))))
    if (problems.length > 0) throw new StartupError(problems)
    sortedByReferences(this.inFileOrder) // throws if references form a cycle
  }

  /**
   * Warnings about probable typos: names in `after` that resemble the name of a table. Other unknown names are allowed,
   * because a host may omit the plugin of that table.
   */
  get warnings(): string[] {
    const names = this.inFileOrder.map(({ name }) => name)
    return this.inFileOrder.flatMap((table) => {
      const { name, after } = table
      if (after === undefined || names.includes(after)) return []
      const suggestion = didYouMean(after, names)
      if (suggestion === '') return []
      const warning = `The configuration table "${name}" comes after "${after}", which no plugin contributes.${suggestion}`
      return [this.withPlugin(table)(warning)]
    })
  }

  /** Returns a function that adds the plugin that contributed the table to the beginning of a problem. */
  withPlugin(table: ConfigurationTable): (problem: string) => string {
    const plugin = this.#contributions.contributorOf(configurationTables, table)
    return (problem) => `The plugin "${plugin}": ${problem}`
  }

  #duplicateNameProblem(name: string): string {
    const tables = this.inFileOrder.filter((table) => table.name === name)
    const plugins = tables.map((table) => `"${this.#contributions.contributorOf(configurationTables, table)}"`)
    return `The plugins ${plugins.join(' and ')} each contribute a configuration table "${name}". Rename one.`
  }

  #tableProblems(table: ConfigurationTable): string[] {
    return [...fieldProblems(table, this.inFileOrder), ...this.#privilegeProblems(table), ...this.#orderProblems(table)]
  }

  #orderProblems(table: ConfigurationTable): string[] {
    const predecessors = new Set<ConfigurationTable>()
    for (let next = this.#predecessor(table); next && !predecessors.has(next); next = this.#predecessor(next))
      predecessors.add(next)
    return predecessors.has(table)
      ? [`The configuration table "${table.name}" comes after itself. Change its "after".`]
      : []
  }

  #predecessor({ after }: ConfigurationTable): ConfigurationTable | undefined {
    return after === undefined ? undefined : this.find(after)
  }

  /** Checks that `privilege` is the path of an integer that cannot be null. Otherwise it would restrict nobody. */
  #privilegeProblems({ name, privilege, fields }: ConfigurationTable): string[] {
    if (privilege === undefined) return []
    const [first = '', second] = privilege.split('.')
    const field = fields[first]
    const isOwn = second === undefined && field?.kind === 'integer'
    const isReferenced =
      field?.kind === 'reference' && second !== undefined && this.find(field.to)?.privilege === second
    if (isOwn || isReferenced) return field.nullable ? [nullablePrivilege(name, privilege, first)] : []
    const meant = didYouMean(privilege, this.#privilegesOf(fields))
    return [
      `The privilege "${privilege}" of the configuration table "${name}" is neither an integer field nor the privilege of a table that it refers to.${meant}`,
    ]
  }

  #privilegesOf(fields: ConfigurationTable['fields']): string[] {
    return Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind === 'integer') return [name]
      const others = field.kind === 'reference' ? this.find(field.to)?.privilege : undefined
      return others === undefined ? [] : [`${name}.${others}`]
    })
  }
}

/** Sorts tables by `after`. A table after an unknown one keeps its position; tables in a cycle come last. */
function sortedByAfter(contributed: readonly ConfigurationTable[]): readonly ConfigurationTable[] {
  const names = new Set(contributed.map(({ name }) => name))
  const hasPredecessor = ({ after }: ConfigurationTable) => after !== undefined && names.has(after)
  const order = contributed.filter((table) => !hasPredecessor(table))
  const waiting = contributed.filter(hasPredecessor)
  const positionAfter = ({ after }: ConfigurationTable) => order.findIndex(({ name }) => name === after) + 1
  for (;;) {
    const next = waiting.findLast((table) => positionAfter(table) > 0) // two tables after the same one keep their order
    if (!next) return [...order, ...waiting]
    order.splice(positionAfter(next), 0, next)
    waiting.splice(waiting.indexOf(next), 1)
  }
}

function sortedByReferences(tables: readonly ConfigurationTable[]): ConfigurationTable[] {
  const order: ConfigurationTable[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) =>
      referencesOf(table).every(([, { to }]) => isSorted(to, table, waiting)),
    )
    if (ready.length === 0) {
      throw new StartupError(
        `The configuration tables ${cycleAmong([...waiting]).join(' → ')} refer to one another in a cycle. Remove one of these references.`,
      )
    }
    const others = ready.filter(({ privilege }) => privilege === undefined)
    for (const table of others.length > 0 ? others : ready) {
      waiting.delete(table)
      order.push(table)
    }
  }
  return order
}

/**
 * Returns the names of tables that refer to one another in a cycle, beginning and ending with the same one. Each of the
 * given tables must refer to another one of them.
 */
function cycleAmong(tables: readonly ConfigurationTable[]): string[] {
  const path: string[] = []
  for (let next = tables[0]; next; next = referencedBy(next, tables)) {
    const start = path.indexOf(next.name)
    path.push(next.name)
    if (start >= 0) return path.slice(start)
  }
  return path
}

/** Returns the first of these tables that a table refers to, other than itself. */
function referencedBy(
  table: ConfigurationTable,
  tables: readonly ConfigurationTable[],
): ConfigurationTable | undefined {
  const targets = referencesOf(table).map(([, { to }]) => to)
  return tables.find(({ name }) => name !== table.name && targets.includes(name))
}

/** Whether a referenced table is already sorted. A table that refers to itself need not wait for itself. */
function isSorted(name: string, own: ConfigurationTable, waiting: ReadonlySet<ConfigurationTable>): boolean {
  return name === own.name || ![...waiting].some((table) => table.name === name)
}

function nullablePrivilege(table: string, privilege: string, field: string): string {
  return (
    `The privilege "${privilege}" of the configuration table "${table}" may be null, and anybody could import a record without one. ` +
    `"${field}" must not be nullable.`
  )
}

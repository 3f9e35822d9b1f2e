import type { ColumnContent, Dialect, ForeignKey, StoredTable } from '@plinth/kernel'
import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'
import { columnOf, referencesOf, uniqueColumnOf } from './table-fields.js'

interface ExpectedColumn {
  /** The field, as the subject of a message. */
  readonly field: string
  readonly column: string
  readonly content: ColumnContent
}

/** Parts of the message for each kind of content: what the field is, and the recommended type of its column. */
const WORDING: Readonly<Record<ColumnContent, readonly [fieldIs: string, recommended: string]>> = {
  string: ['is a string', 'text'],
  'patterned string': ['is a string', 'text'],
  number: ['is a number', 'double'],
  integer: ['is a whole number', 'integer'],
  boolean: ['is true or false', 'boolean'],
  timestamp: ['is a timestamp, which is stored as ISO 8601 text', 'text'],
  reference: ['holds the id of another row', 'integer'],
}

/** `2026-12-31T23:59:59.000000Z` */
const TIMESTAMP_CHARACTERS = 27

/** Finds columns whose type cannot hold the values of their field, or cannot return them unchanged. */
export function typeProblems(table: ConfigurationTable, columns: StoredTable['columns'], dialect: Dialect): string[] {
  return expectedColumns(table).flatMap(({ field, column, content }) => {
    const type = String(columns[column]?.type ?? '')
    if (!columns[column] || dialect.canHold(type, content)) return []
    const [fieldIs, recommended] = WORDING[content]
    return [
      `${field} ${fieldIs}, but the column "${column}" of ${table.table} has the type ${type}. Change the column to ${recommended} in another migration, or correct the field.`,
    ]
  })
}

/** Finds columns that are shorter than the maximum length of their field. */
export function lengthProblems({ name, table, fields }: ConfigurationTable, columns: StoredTable['columns']): string[] {
  return Object.entries(fields).flatMap(([fieldName, field]) => {
    const column = columnOf(fieldName, field)
    const maxLength = columns[column]?.maxLength ?? Number.POSITIVE_INFINITY
    const needed = field.kind === 'timestamp' ? TIMESTAMP_CHARACTERS : field.kind === 'text' ? field.max : 0
    if (needed <= Number(maxLength)) return []
    return [
      `"${name}.${fieldName}" may have up to ${needed} characters, but the column "${column}" of ${table} holds ${maxLength}. Change the column to text in another migration${field.kind === 'text' ? ', or give the field a smaller "max"' : ''}.`,
    ]
  })
}

/** Finds references whose foreign key references another table. A foreign key is optional. */
export function foreignKeyProblems(
  table: ConfigurationTable,
  keys: readonly ForeignKey[],
  tableOf: (reference: Reference) => string,
): string[] {
  return referencesOf(table).flatMap(([name, reference]) => {
    const expected = `${tableOf(reference)}.id`
    const targets = keys
      .filter(({ column }) => areSameName(column, reference.column))
      .map(({ targetTable, targetColumn }) => `${targetTable}.${targetColumn}`)
    return targets
      .filter((target) => !areSameName(target, expected))
      .map(
        (target) =>
          `"${table.name}.${name}" refers to "${reference.to}", but the foreign key of the column "${reference.column}" of ${table.table} references ${target}. Make it reference ${expected} in another migration, or correct the field.`,
      )
  })
}

function expectedColumns(table: ConfigurationTable): ExpectedColumn[] {
  const id = { field: `The "id" of the configuration table "${table.name}"`, column: 'id', content: 'integer' } as const
  const stored = Object.entries(table.fields).flatMap(([name, field]) => {
    const content = contentOf(field)
    if (content === undefined) return []
    const columns = new Set([columnOf(name, field), uniqueColumnOf(table, name)])
    return [...columns].map((column) => ({ field: `"${table.name}.${name}"`, column, content }))
  })
  return [id, ...stored]
}

/** Returns `undefined` for a field without a column. */
function contentOf(field: Field): ColumnContent | undefined {
  switch (field.kind) {
    case 'text':
      return field.pattern ? 'patterned string' : 'string'
    case 'row-id':
    case 'derived':
    case 'ignored':
      return undefined
    default:
      return field.kind
  }
}

/** Compares names without case, as SQLite does. */
function areSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

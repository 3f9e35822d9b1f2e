import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

/** Returns the references of a table with their field names. */
export function referencesOf(table: ConfigurationTable): [string, Reference][] {
  return Object.entries(table.fields).filter((entry): entry is [string, Reference] => entry[1].kind === 'reference')
}

/** Returns pairs of fields that must be equal: one of the other record, one of this record. */
export function matchOf(field: string, reference: Reference): [theirs: string, ours: string][] {
  return Object.entries(reference.by ?? { name: field })
}

/** Returns the fields of the other record by which a reference finds it. */
export function theirsOf(field: string, reference: Reference): string[] {
  return matchOf(field, reference).map(([theirs]) => theirs)
}

/** Returns the column of a stored field. */
export function columnOf(name: string, field: Field): string {
  return ('column' in field && field.column) || name
}

/** Returns the column that holds a unique field in its canonical form. */
export function uniqueColumnOf(table: ConfigurationTable, name: string): string {
  const field = table.fields[name] ?? { kind: 'ignored' }
  return field.kind === 'text' && typeof field.caseless === 'string' ? field.caseless : columnOf(name, field)
}

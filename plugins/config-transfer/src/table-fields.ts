import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

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

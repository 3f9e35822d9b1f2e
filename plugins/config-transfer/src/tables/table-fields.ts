import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

/** Returns the references of a table with their field names. */
export function referencesOf(table: ConfigurationTable): [string, Reference][] {
  return Object.entries(table.fields).filter((entry): entry is [string, Reference] => entry[1].kind === 'reference')
}

/** Returns the pairs of fields that a reference matches to find its target record: their values must be equal. */
export function matchedFields(field: string, reference: Reference): [targetField: string, ownField: string][] {
  return Object.entries(reference.by ?? { name: field })
}

/** Returns the fields of the target record that a reference matches. */
export function targetFieldsOf(field: string, reference: Reference): string[] {
  return matchedFields(field, reference).map(([targetField]) => targetField)
}

/** Returns whether a field has a column of its own. */
export const isStored = ({ kind }: Field) => kind !== 'row-id' && kind !== 'derived' && kind !== 'ignored'

/** Returns the column of a stored field. */
export function columnOf(name: string, field: Field): string {
  return ('column' in field && field.column) || name
}

/** Returns the column that holds a unique field in its canonical form. */
export function uniqueColumnOf(table: ConfigurationTable, name: string): string {
  const field = table.fields[name] ?? { kind: 'ignored' }
  return field.kind === 'text' && typeof field.caseless === 'string' ? field.caseless : columnOf(name, field)
}

/**
 * Whether records of a table that refers to itself must be added after their parents, because the reference must not be
 * null or is part of the key.
 */
export function mustAddParentsFirst(table: ConfigurationTable): boolean {
  const own = referencesOf(table).filter(([, { to }]) => to === table.name)
  return own.some(([name, { nullable }]) => !nullable || table.key.includes(name))
}

/** Returns the name of the other field whose value is the default of this one; `undefined` if there is none. */
export function fieldOfDefault(field: Field): string | undefined {
  const fallback = 'default' in field ? field.default : undefined
  return typeof fallback === 'object' && 'field' in fallback ? fallback.field : undefined
}

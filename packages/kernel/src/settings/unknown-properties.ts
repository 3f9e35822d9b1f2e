import type { AnySchema } from 'yup'
import { didYouMean } from '../text/did-you-mean.js'

/** A property inside a setting that is missing from the setting's schema. */
export interface UnknownProperty {
  /** `ovens[0].heet` */
  readonly path: string
  /** The end of a sentence that begins with the path. */
  readonly problem: string
}

type WithParts = AnySchema & {
  readonly fields?: Readonly<Record<string, AnySchema>>
  readonly innerType?: AnySchema
  readonly spec: { readonly noUnknown?: boolean }
}

/**
 * Returns the properties of a value that its schema does not have, at every depth. Does not check an object() without
 * fields, one with unknown() or noUnknown(), or instances of classes, which belong to the host.
 */
export function unknownProperties(schema: AnySchema, value: unknown, path = ''): UnknownProperty[] {
  const { fields = {}, innerType, type, spec } = schema as WithParts
  if (Array.isArray(value))
    return innerType ? value.flatMap((item, index) => unknownProperties(innerType, item, `${path}[${index}]`)) : []
  const known = Object.keys(fields)
  if (type !== 'object' || known.length === 0 || !isPlainObject(value)) return []
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`)
  const given = Object.entries(value).filter(([, part]) => part !== undefined)
  return given.flatMap(([name, part]) => {
    if (Object.hasOwn(fields, name)) return unknownProperties(fields[name] as AnySchema, part, pathOf(name))
    if (spec.noUnknown !== undefined) return [] // the schema itself specifies how to handle it
    return [{ path: pathOf(name), problem: `is not a setting.${didYouMean(name, known) || ' Check its spelling.'}` }]
  })
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

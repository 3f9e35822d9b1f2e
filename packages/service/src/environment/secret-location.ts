import { resolve } from 'node:path'
import { variableOf } from './variable-of.js'

/** Returns the file of a secret, or the variable that contains it; null if this process has neither. */
export function secretLocation(setting: string): string | null {
  const variable = variableOf(setting)
  const file = process.env[`${variable}_FILE`]
  if (file) return resolve(file)
  return process.env[variable] ? variable : null
}

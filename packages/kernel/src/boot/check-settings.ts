import type { ObjectSchema } from 'yup'
import type { AnyPlugin } from '../plugins/plugin.js'
import { kernelSettingsSchema } from '../settings/kernel-settings.js'
import { type SettingValues, type ValidateSettingsOptions, validateSettings } from '../settings/settings.js'

/** The owner under which the kernel's own settings are given back. */
export const KERNEL = 'kernel'

/**
 * Checks the settings of the kernel and of plugins; gives back what each has, frozen. Throws one `StartupError` that lists
 * every problem.
 */
export function checkSettings(
  plugins: readonly AnyPlugin[],
  values: SettingValues,
  options: ValidateSettingsOptions = {},
): ReadonlyMap<string, object> {
  const kernel = { owner: KERNEL, schema: kernelSettingsSchema as ObjectSchema<object> }
  const groups = plugins.flatMap(({ name, config }) => (config ? [{ owner: name, schema: config }] : []))
  return validateSettings([kernel, ...groups], values, options)
}

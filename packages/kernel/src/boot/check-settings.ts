import type { ObjectSchema } from 'yup'
import type { AnyPlugin } from '../plugins/plugin.js'
import { kernelSettingsSchema } from '../settings/kernel-settings.js'
import { type SettingValues, type ValidateSettingsOptions, validateSettings } from '../settings/validate-settings.js'

/** The owner of the kernel's own settings in the result of `checkSettings`. */
export const KERNEL = 'kernel'

/** Returns the names of all settings of the kernel and the plugins. */
export function settingNames(plugins: readonly AnyPlugin[]): ReadonlySet<string> {
  const schemas = [kernelSettingsSchema, ...plugins.flatMap(({ settings }) => settings ?? [])]
  return new Set(schemas.flatMap(({ fields }) => Object.keys(fields)))
}

/**
 * Validates the settings of the kernel and the plugins. Returns the frozen settings by owner. Throws one `StartupError`
 * that lists every problem.
 */
export function checkSettings(
  plugins: readonly AnyPlugin[],
  values: SettingValues,
  options: ValidateSettingsOptions = {},
): ReadonlyMap<string, object> {
  const kernel = { owner: KERNEL, schema: kernelSettingsSchema as ObjectSchema<object> }
  const groups = plugins.flatMap(({ name, settings }) => (settings ? [{ owner: name, schema: settings }] : []))
  return validateSettings([kernel, ...groups], values, { nameOf: nameWithOwner, ...options })
}

/** Default of the option `nameOf`, for developers. The service passes one that returns the environment variable. */
function nameWithOwner(setting: string, owner: string): string {
  return owner === KERNEL ? setting : `${setting} of the plugin "${owner}"`
}

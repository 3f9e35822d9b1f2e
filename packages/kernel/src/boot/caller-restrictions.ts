import type { CallerRestriction } from '../contracts/caller-restriction.js'
import { PluginFault } from '../errors/plugin-fault.js'
import type { Contributions } from '../plugins/contributions.js'
import { callerRestrictions } from '../plugins/points.js'

/**
 * Returns the contributed restrictions, with checked results. Each throws a `PluginFault` if it returns anything but
 * true or false: a forgotten `return` must not lift a restriction.
 */
export function checkedRestrictions(contributions: Contributions): readonly CallerRestriction[] {
  return contributions.to(callerRestrictions).map((restriction) => ({
    error: restriction.error,
    appliesTo: (caller) => {
      const applies: unknown = restriction.appliesTo(caller)
      if (typeof applies === 'boolean') return applies
      const plugin = contributions.contributorOf(callerRestrictions, restriction)
      throw new PluginFault(
        `The plugin "${plugin}" has a caller restriction whose appliesTo() returned neither true nor false.`,
      )
    },
  }))
}

import type { CallerRestriction } from '../contracts/caller-restriction.js'
import { PluginFault } from '../errors/plugin-fault.js'
import { faultOfContribution } from '../plugins/call-contribution.js'
import type { Contributions } from '../plugins/contributions.js'
import { callerRestrictions } from '../plugins/points.js'
import type { Authenticated } from '../security/principal.js'

/**
 * Returns the contributed restrictions, with checked results. Each throws a `PluginFault` if it returns anything but
 * true or false: a forgotten `return` must not lift a restriction.
 */
export function checkedRestrictions(contributions: Contributions): readonly CallerRestriction[] {
  return contributions.to(callerRestrictions).map((restriction) => ({
    error: restriction.error,
    appliesTo: (caller) => {
      const applies = resultOf(restriction, caller, contributions)
      if (typeof applies === 'boolean') return applies
      throw new PluginFault(
        `${subjectOf(restriction, contributions)} whose appliesTo() returned neither true nor false.`,
      )
    },
  }))
}

function resultOf(restriction: CallerRestriction, caller: Authenticated, contributions: Contributions): unknown {
  try {
    return restriction.appliesTo(caller)
  } catch (error) {
    throw faultOfContribution(error, `${subjectOf(restriction, contributions)} that failed.`)
  }
}

function subjectOf(restriction: CallerRestriction, contributions: Contributions): string {
  return `The plugin "${contributions.contributorOf(callerRestrictions, restriction)}" has a caller restriction`
}

import { PluginFault } from '../errors/plugin-fault.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Observers } from '../http/http-server.js'
import type { Logger } from '../logging/logger.js'
import type { Contributions } from '../plugins/contributions.js'
import type { Point } from '../plugins/point.js'
import { denialObservers, requestObservers } from '../plugins/points.js'

/**
 * Returns the contributed observers, wrapped so that their errors are only logged. They are called after the response,
 * where nothing else would catch an error and the process would end.
 */
export function safeObservers(contributions: Contributions, logger: Logger): Observers {
  const notify = <T>(point: Point<T>, observer: T, call: () => unknown) => {
    const report = (cause: unknown) => {
      const plugin = contributions.contributorOf(point, observer)
      const fault = new PluginFault(`An observer of the plugin "${plugin}", in ${point.name}, failed.`, { cause })
      logger.error({ err: withoutSecrets(fault) }, 'an observer failed')
    }
    try {
      const result = call()
      if (result instanceof Promise) result.catch(report) // of a method that should not be asynchronous
    } catch (error) {
      report(error)
    }
  }
  return {
    finished: contributions.to(requestObservers).map((observer) => ({
      requestFinished: (request) => notify(requestObservers, observer, () => observer.requestFinished(request)),
    })),
    denied: contributions.to(denialObservers).map((observer) => ({
      requestDenied: (denial) => notify(denialObservers, observer, () => observer.requestDenied(denial)),
    })),
  }
}

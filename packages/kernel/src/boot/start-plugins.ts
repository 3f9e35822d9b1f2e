import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { startupErrorOf } from './run-plugin-step.js'
import type { ServiceContainer } from './service-container.js'

/** Runs the preflight of every plugin. Throws one `StartupError` with all problems that they find. */
export async function preflight(plugins: readonly AnyPlugin[], container: ServiceContainer): Promise<void> {
  const problems: string[] = []
  for (const plugin of plugins) {
    try {
      await plugin.preflight?.(container.servicesFor(plugin))
    } catch (error) {
      problems.push(...startupErrorOf(plugin, container.step('pass its preflight'), error).problems)
    }
  }
  if (problems.length > 0) throw new StartupError(problems)
}

/** Starts plugins one by one, in their order, and yields for each a function that stops it. */
export async function* startPlugins(
  plugins: readonly AnyPlugin[],
  container: ServiceContainer,
  logger: Logger,
): AsyncGenerator<() => Promise<void>> {
  for (const plugin of plugins) {
    const services = container.servicesFor(plugin)
    try {
      await plugin.start?.(services)
    } catch (error) {
      throw startupErrorOf(plugin, container.step('start'), error)
    }
    yield () => stopPlugin(plugin, services, logger)
  }
}

/** Never rejects: a plugin that fails to stop must not keep the others from stopping. */
async function stopPlugin(plugin: AnyPlugin, services: object, logger: Logger): Promise<void> {
  try {
    await plugin.stop?.(services)
  } catch (error) {
    logger.error({ plugin: plugin.name, err: withoutSecrets(error) }, 'a plugin failed to stop')
  }
}

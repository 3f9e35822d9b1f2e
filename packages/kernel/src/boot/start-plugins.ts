import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { named } from './name-plugin.js'
import type { ServiceContainer } from './register-services.js'

/** Runs the preflight of every plugin. Throws one `StartupError` with all problems that they find. */
export async function preflight(plugins: readonly AnyPlugin[], container: ServiceContainer): Promise<void> {
  const problems: string[] = []
  for (const plugin of plugins) {
    try {
      await plugin.preflight?.(container.within(plugin))
    } catch (error) {
      problems.push(...named(plugin, container.doing('pass its preflight'), error).problems)
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
    const within = container.within(plugin)
    try {
      await plugin.start?.(within)
    } catch (error) {
      throw named(plugin, container.doing('start'), error)
    }
    yield () => stopPlugin(plugin, within, logger)
  }
}

/** Never rejects: a plugin that fails to stop must not keep the others from stopping. */
async function stopPlugin(plugin: AnyPlugin, within: object, logger: Logger): Promise<void> {
  try {
    await plugin.stop?.(within)
  } catch (error) {
    logger.error({ plugin: plugin.name, err: withoutSecrets(error) }, 'a plugin failed to stop')
  }
}

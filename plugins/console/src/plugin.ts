import { consolePages, definePlugin, pages } from '@plinth/kernel'
import { getAsset } from './routes/get-asset.js'
import { getConfiguration } from './routes/get-configuration.js'
import { getConsole } from './routes/get-console.js'
import { consoleSettings } from './settings.js'

/** Serves the console at `/console`. It uses the REST API of the same kernel, and nothing else. */
export const consolePlugin = definePlugin()({
  name: 'console',
  settings: consoleSettings,
  contributes: ({ settings }) => (settings.console ? [pages.of({ name: 'console', path: '/console' })] : []),
  routes: ({ settings, kernelSettings, basePath, contributions }) =>
    settings.console
      ? [
          getConsole(basePath),
          getConfiguration(settings, kernelSettings.settingsMaxLevel, () => contributions.to(consolePages)),
          getAsset(),
        ]
      : [],
})

import { consolePages, definePlugin, pages } from '@plinth/kernel'
import type { ConsoleConfiguration } from './configuration.js'
import { getAsset } from './routes/get-asset.js'
import { getConsole } from './routes/get-console.js'
import { consoleSettings } from './settings.js'

/** Serves the console at `/console`. The console uses only the REST API of the same kernel. */
export const consolePlugin = definePlugin()({
  name: 'console',
  settings: consoleSettings,
  contributes: ({ settings }) => (settings.console ? [pages.of({ name: 'console', path: '/console' })] : []),
  routes: ({ settings, kernelSettings: { settingsMaxLevel }, basePath, contributions }) => {
    if (!settings.console) return []
    const configuration = (): ConsoleConfiguration => ({
      name: settings.consoleName ?? 'Plinth',
      loginNotice: settings.consoleLoginNotice ?? null,
      logo: settings.consoleLogo ?? null,
      settingsMaxLevel,
      pages: contributions
        .to(consolePages)
        .map(({ title, path, maxLevel, module }) => ({ title, path, maxLevel, module })),
    })
    return [getConsole(basePath, configuration, settings.consoleStylesheet), getAsset()]
  },
})

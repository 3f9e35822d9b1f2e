/** The console: a page on which people see and administer the service. */
export { consolePlugin } from './plugin.js'
export { type ConsoleSettings, consoleSettings } from './settings.js'

/** The base URL of the REST API that serves this page: the script is at `console/assets/` below it. */
export const SERVICE_URL = new URL('../..', import.meta.url).href.replace(/\/$/, '')

/** The URL of the console, to show to users. */
export const CONSOLE_URL = `${SERVICE_URL}/console`

/** The name that the operator gave the service, such as that of the plant. */
export const serviceName = () => document.documentElement.dataset.name ?? 'Plinth'

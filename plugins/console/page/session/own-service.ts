import { ADMIN } from './role-levels.js'

/** The base URL of the REST API that serves this page: the script is at `console/assets/` below it. */
export const SERVICE_URL = new URL('../..', import.meta.url).href.replace(/\/$/, '')

/** A page that a plugin of the host adds. */
export interface HostPage {
  readonly title: string
  readonly path: string
  readonly maxLevel: number
  readonly module: string
}

/** What the page needs before anybody has logged in. */
export interface ConsoleConfiguration {
  readonly name: string
  readonly logo: string | null
  readonly stylesheet: string | null
  /** The least privileged level that may see and change settings, and transfer configurations. */
  readonly settingsMaxLevel: number
  readonly pages: readonly HostPage[]
}

const DEFAULTS: ConsoleConfiguration = {
  name: 'Plinth',
  logo: null,
  stylesheet: null,
  settingsMaxLevel: ADMIN,
  pages: [],
}

/** Reads the configuration of the page. Without it the page still works, under its default name. */
export async function readConfiguration(): Promise<ConsoleConfiguration> {
  try {
    const response = await fetch(`${SERVICE_URL}/console/config.json`)
    return response.ok ? ((await response.json()) as ConsoleConfiguration) : DEFAULTS
  } catch {
    return DEFAULTS
  }
}

/** Loads the stylesheet of the host, after the own one. */
export function addStylesheet(path: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  document.head.append(link)
}

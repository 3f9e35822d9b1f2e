import type { Preferences } from '../session/stored-preferences.js'

/** Whether the system has dark colours. */
export const systemColours = matchMedia('(prefers-color-scheme: dark)')

/** Sets the colours of the page: the chosen ones, or those of the system. */
export function applyTheme(theme: Preferences['theme']): void {
  document.documentElement.dataset.theme = theme === 'system' ? (systemColours.matches ? 'dark' : 'light') : theme
}

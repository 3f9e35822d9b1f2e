import type { Preferences } from '../session/stored-preferences.js'

/** The media query that matches while the system has dark colours. */
export const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Sets the colours of the page: the chosen ones, or those of the system. */
export function applyTheme(theme: Preferences['theme']): void {
  document.documentElement.dataset.theme = theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : theme
}

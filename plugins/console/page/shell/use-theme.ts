import { useEffect } from 'preact/hooks'
import type { Preferences } from '../session/stored-preferences.js'

/** Sets the colours of the page: the chosen ones, or those of the system. */
export function useTheme(theme: Preferences['theme']): void {
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme
    }
    apply()
    system.addEventListener('change', apply)
    return () => system.removeEventListener('change', apply)
  }, [theme])
}

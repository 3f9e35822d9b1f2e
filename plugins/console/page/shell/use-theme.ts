import { useLayoutEffect } from 'preact/hooks'
import type { Preferences } from '../session/stored-preferences.js'
import { applyTheme, prefersDark } from './apply-theme.js'

/** Applies the chosen colours, and again when the colours of the system change. */
export function useTheme(theme: Preferences['theme']): void {
  useLayoutEffect(() => {
    const apply = () => applyTheme(theme)
    apply()
    prefersDark.addEventListener('change', apply)
    return () => prefersDark.removeEventListener('change', apply)
  }, [theme])
}

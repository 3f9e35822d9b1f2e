import { useLayoutEffect } from 'preact/hooks'
import type { Preferences } from '../session/stored-preferences.js'
import { applyTheme, systemColours } from './apply-theme.js'

/** Keeps the colours of the page as they are chosen, also when those of the system change. */
export function useTheme(theme: Preferences['theme']): void {
  useLayoutEffect(() => {
    const apply = () => applyTheme(theme)
    apply()
    systemColours.addEventListener('change', apply)
    return () => systemColours.removeEventListener('change', apply)
  }, [theme])
}

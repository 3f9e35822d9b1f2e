import { useLayoutEffect } from 'preact/hooks'
import { serviceName } from '../session/own-service.js'

/** Sets the title of the browser's tab to the title of the page and the name of the service. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} – ${serviceName()}`
  }, [title])
}

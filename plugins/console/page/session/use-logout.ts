import { useToast } from '../components/toasts.js'
import { useLanguage } from '../language/language-context.js'
import { messageOf } from '../language/message-of.js'
import { useSession } from './session-context.js'

/** Returns a function that logs out, or reports why it could not. */
export function useLogout(): () => void {
  const { text } = useLanguage()
  const { store } = useSession()
  const toast = useToast()
  return () => void store.logout().catch((error: unknown) => toast(messageOf(error, text), 'error'))
}

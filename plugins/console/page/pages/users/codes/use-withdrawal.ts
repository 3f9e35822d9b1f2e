import { useToast } from '../../../components/toasts.js'
import { useLanguage } from '../../../language/language-context.js'
import { useAction } from '../../../requests/use-action.js'
import { useSession } from '../../../session/session-context.js'
import { withdrawCode } from './requests.js'

/** Withdraws codes. `onChange` is called even after a failure: the code may have been redeemed meanwhile. */
export function useWithdrawal(onChange: () => void) {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, error } = useAction()
  const withdraw = async (username: string) => {
    if (await run(() => withdrawCode(client, username))) toast(text.codes.wasWithdrawn(username))
    onChange()
  }
  return { withdraw, error }
}

import { useState } from 'preact/hooks'
import { type Action, useAction } from '../../../requests/use-action.js'
import { useSession } from '../../../session/session-context.js'
import { issueCode, type NewCode } from './requests.js'

/** The issuing of a code. */
export interface Issuing extends Pick<Action, 'isRunning' | 'error'> {
  /** The code, until it is forgotten. It is kept nowhere else. */
  readonly issued: NewCode | undefined
  /** Resolves to whether it succeeded. */
  readonly issue: (username: string) => Promise<boolean>
  readonly forget: () => void
}

/** Issues codes. `onIssued` is called after each. */
export function useIssuing(onIssued: () => void): Issuing {
  const { client } = useSession()
  const { run, isRunning, error } = useAction()
  const [issued, setIssued] = useState<NewCode>()
  const issue = (username: string) =>
    run(async () => {
      setIssued(await issueCode(client, username))
      onIssued()
    })
  return { issued, issue, isRunning, error, forget: () => setIssued(undefined) }
}

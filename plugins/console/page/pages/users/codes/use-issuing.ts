import { useState } from 'preact/hooks'
import { type Action, useAction } from '../../../requests/use-action.js'
import { useSession } from '../../../session/session-context.js'
import { issueCode, type NewCode } from './requests.js'

/** Issues a code, and keeps it while it is shown. */
export interface Issuing extends Pick<Action, 'isRunning' | 'error'> {
  /** The new code, until `forget` is called. The code is kept nowhere else. */
  readonly issued: NewCode | undefined
  /** Resolves to whether a code was issued. */
  readonly issue: (username: string) => Promise<boolean>
  readonly forget: () => void
}

/** Issues codes. `onIssued` is called after each code. */
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

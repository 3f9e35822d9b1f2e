import type { Token } from '@plinth/client'
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Confirmation } from '../../components/confirmation.js'
import { Curl } from '../../components/curl.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'

interface RevokeTokenProps {
  readonly token: Token
  readonly onRevoked: () => void
}

/** Revokes a token, after the user has typed its name, or that of its role if it has no name. */
export const RevokeToken = ({ token: { id, name, role }, onRevoked }: RevokeTokenProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const revoke = async () => {
    await client.revokeToken(id)
    toast(text.tokens.wasRevoked)
    onRevoked()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {text.tokens.revoke}
      </Button>
      {isAsking && (
        <Confirmation
          title={text.tokens.revoke}
          action={text.tokens.revoke}
          typedName={name ?? role}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{text.tokens.revokeHint(role)}</p>
          <Curl method="DELETE" path={`/tpt/${id}`} />
        </Confirmation>
      )}
    </>
  )
}

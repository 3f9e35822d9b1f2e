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

/** Revokes a token, once its name was typed; that of its role if it has none. */
export const RevokeToken = ({ token: { id, name, role }, onRevoked }: RevokeTokenProps) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const revoke = async () => {
    await client.revokeToken(id)
    toast(text.tokens.wasRevoked)
    onRevoked()
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {text.tokens.revoke}
      </Button>
      {isAsked && (
        <Confirmation
          title={text.tokens.revoke}
          action={text.tokens.revoke}
          typedName={name ?? role}
          onConfirm={revoke}
          onClose={() => setAsked(false)}
        >
          <p>{text.tokens.revokeHint(role)}</p>
          <Curl method="DELETE" path={`/tpt/${id}`} />
        </Confirmation>
      )}
    </>
  )
}

import { useReducer } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { changeLocation, hashOf, useLocation } from '../../shell/location.js'
import { CreateToken } from './create-token.js'
import { TokenList } from './token-list.js'

/** The only role that may create tokens. Users of another role at the same level may only see them. */
const CREATING_ROLE = 'sudo'

/** Third-party tokens: create, see their use, revoke. */
export const TokensPage = () => {
  const { text } = useLanguage()
  const { who } = useSession()
  const { query } = useLocation()
  const { created_by, before } = query
  const [reloadCount, reloadTokens] = useReducer<number, void>((count) => count + 1, 0)
  const mayCreate = who.role === CREATING_ROLE
  return (
    <>
      <PageHead title={text.tokens.title} lead={text.tokens.lead}>
        {mayCreate && (
          <Button kind="primary" icon="plus" onClick={() => changeLocation({ add: 'yes' })}>
            {text.tokens.create}
          </Button>
        )}
      </PageHead>
      {created_by && (
        <p class="row">
          <bdi>{created_by}</bdi> <a href={hashOf('tokens')}>{text.plans.showAll}</a>
        </p>
      )}
      <TokenList query={{ ...(created_by && { created_by }), ...(before && { before }) }} reloadCount={reloadCount} />
      {query.add && mayCreate && (
        <CreateToken onCreated={reloadTokens} onClose={() => changeLocation({ add: undefined }, { replace: true })} />
      )}
    </>
  )
}

import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'
import { useRequest } from '../../../requests/use-request.js'
import { stateName } from '../snapshots/state-name.js'
import { useConfigurationClient } from '../use-configuration-client.js'

/** The two states of a comparison. A snapshot that was deleted since, or is not loaded yet, is shown by its id. */
export const ComparedStates = ({ source }: Pick<Plan, 'source'>) => {
  const language = useLanguage()
  const { text } = language
  const client = useConfigurationClient()
  const { data = [] } = useRequest((signal) => client.snapshots({ signal }), [client])
  const [from = '', to = ''] = source.of?.split(' ') ?? []
  return (
    <>
      <div>
        <dt>{text.comparisons.from}</dt>
        <dd>
          <bdi>{stateName(from, data, language)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{text.comparisons.to}</dt>
        <dd>
          <bdi>{stateName(to, data, language)}</bdi>
        </dd>
      </div>
    </>
  )
}

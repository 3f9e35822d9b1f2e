import type { Plan } from '@plinth/client'
import { useLanguage } from '../../../language/language-context.js'
import { useRequest } from '../../../requests/use-request.js'
import { stateName } from '../snapshots/state-name.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { mergedIdsOf } from './merged-ids.js'

/** The snapshot that is the base of a merge; nothing if the base is a file. */
export const MergeBase = ({ source }: Pick<Plan, 'source'>) => {
  const language = useLanguage()
  const client = useConfigurationClient()
  const { data = [] } = useRequest((signal) => client.snapshots({ signal }), [client])
  const { base } = mergedIdsOf(source)
  if (!data.some(({ id }) => id === base)) return null
  return (
    <div>
      <dt>{language.text.merges.base}</dt>
      <dd>
        <bdi>{stateName(base, data, language)}</bdi>
      </dd>
    </div>
  )
}

import { Button } from '../../components/button.js'
import { Failure } from '../../components/failure.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'
import { download } from '../../shell/download.js'
import type { Location } from '../../shell/location.js'
import { filtersOf } from './filters.js'

/** Downloads the events that match the filters, as lines of JSON. */
export const ExportButton = ({ query }: { readonly query: Location['query'] }) => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { run, isRunning, error } = useAction()
  const start = async () => {
    const lines = await client.exportSecurityEvents(filtersOf(query))
    download(await new Response(lines).blob(), 'security-events.jsonl')
  }
  return (
    <>
      <Failure error={error} />
      <Button isRunning={isRunning} onClick={() => void run(start)}>
        {text.audit.export}
      </Button>
    </>
  )
}

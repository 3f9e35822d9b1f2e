import { Failure } from '../../components/failure.js'
import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { useRequest } from '../../requests/use-request.js'
import { useSession } from '../../session/session-context.js'
import { DebugSection } from './debug-section.js'
import { LogTail } from './log-tail.js'
import { SettingsForm } from './settings-form.js'

/** The logging settings, the temporary debug level, and the live log. */
export const LoggingPage = () => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { data, error, reload } = useRequest((signal) => client.settingsSources({ signal }), [client])
  return (
    <>
      <PageHead title={text.logging.title} lead={text.logging.lead} />
      <Failure error={error} onRetry={reload} />
      <div class="page-narrow">
        {data && <SettingsForm key={JSON.stringify(data)} sources={data} onChange={reload} />}
        {data && <DebugSection sources={data} onChange={reload} />}
      </div>
      {/* Only after the sections above, which would otherwise push it down. */}
      {(data || error) && <LogTail />}
    </>
  )
}

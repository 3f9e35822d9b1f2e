import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { DownloadProgress } from './download-progress.js'
import { useDownload } from './use-download.js'

/** Downloads the configuration. */
export const ExportSection = () => {
  const { text } = useLanguage()
  const { client } = useSession()
  const { start, cancel, isRunning, bytes, error } = useDownload()
  return (
    <section>
      <h2>{text.configuration.export}</h2>
      <Failure error={error} />
      <div class="row">
        <Button isRunning={isRunning} onClick={() => void start((options) => client.exportConfiguration(options))}>
          {text.configuration.export}
        </Button>
        {isRunning && <DownloadProgress bytes={bytes} onCancel={cancel} />}
      </div>
      <Curl method="GET" path="/settings/export_config" />
    </section>
  )
}

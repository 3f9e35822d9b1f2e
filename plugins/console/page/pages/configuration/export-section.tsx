import { useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { Progress } from '../../components/progress.js'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { useSession } from '../../session/session-context.js'
import { download } from '../../shell/download.js'

/** Downloads the configuration. */
export const ExportSection = () => {
  const { text, number } = useLanguage()
  const { client } = useSession()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [bytes, setBytes] = useState(0)
  const controller = useRef<AbortController>()
  const start = () =>
    run(async () => {
      controller.current = new AbortController()
      setBytes(0)
      const { signal } = controller.current
      try {
        const { stream, filename } = await client.exportConfiguration({ signal, onProgress: setBytes })
        download(await new Response(stream).blob(), filename)
        toast(text.configuration.exported(filename))
      } catch (failure) {
        if (!signal.aborted) throw failure
      }
    })
  return (
    <section>
      <h2>{text.configuration.export}</h2>
      <Failure error={error} />
      <div class="row">
        <Button isRunning={isRunning} onClick={() => void start()}>
          {text.configuration.export}
        </Button>
        {isRunning && (
          <>
            <Progress label={text.configuration.received(number(Math.round(bytes / 1024)))} value={undefined} />
            <Button onClick={() => controller.current?.abort()}>{text.cancel}</Button>
          </>
        )}
      </div>
      <Curl method="GET" path="/settings/export_config" />
    </section>
  )
}

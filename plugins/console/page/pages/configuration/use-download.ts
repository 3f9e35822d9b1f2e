import type { ConfigurationExport, ExportOptions } from '@plinth/client'
import { useRef, useState } from 'preact/hooks'
import { useToast } from '../../components/toasts.js'
import { useLanguage } from '../../language/language-context.js'
import { useAction } from '../../requests/use-action.js'
import { download } from '../../shell/download.js'

/** Saves a configuration as a file. */
export function useDownload() {
  const { text } = useLanguage()
  const toast = useToast()
  const { run, isRunning, error } = useAction()
  const [bytes, setBytes] = useState(0)
  const controller = useRef<AbortController>()
  const start = (open: (options: ExportOptions) => Promise<ConfigurationExport>) =>
    run(async () => {
      controller.current = new AbortController()
      setBytes(0)
      const { signal } = controller.current
      try {
        const { stream, filename } = await open({ signal, onProgress: setBytes })
        download(await new Response(stream).blob(), filename)
        toast(text.configuration.exported(filename))
      } catch (failure) {
        if (!signal.aborted) throw failure
      }
    })
  return { start, cancel: () => controller.current?.abort(), isRunning, bytes, error }
}

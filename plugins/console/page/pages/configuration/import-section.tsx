import { type ImportReport, PlinthImportRefusedError } from '@plinth/client'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CheckField } from '../../components/check-field.js'
import { Failure } from '../../components/failure.js'
import { Notice } from '../../components/notice.js'
import { Progress } from '../../components/progress.js'
import { useLanguage } from '../../language/language-context.js'
import { useSession } from '../../session/session-context.js'
import { useAction } from '../../session/use-action.js'
import { FileDrop } from './file-drop.js'
import { ReportView } from './report-view.js'
import { sendWithProgress } from './send-with-progress.js'

/** What the last upload was for, and what the service said. */
interface Outcome {
  readonly kind: 'dryRun' | 'imported' | 'refused'
  readonly report: ImportReport
}

/** Uploads a file: first a dry run, then the import. The report stays on the page. */
export const ImportSection = () => {
  const { text, number } = useLanguage()
  const { store } = useSession()
  const { run, isRunning, error, clear } = useAction()
  const [file, setFile] = useState<File>()
  const [isAtomic, setAtomic] = useState(false)
  const [part, setPart] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const controller = useRef<AbortController>()
  const upload = (source: File, dryRun: boolean) =>
    run(async () => {
      controller.current = new AbortController()
      const { signal } = controller.current
      setPart(0)
      setOutcome(undefined)
      const client = store.clientWith(sendWithProgress(setPart))
      try {
        const report = await client.importConfiguration(source, { dryRun, atomic: isAtomic && !dryRun, signal })
        setOutcome({ kind: dryRun ? 'dryRun' : 'imported', report })
      } catch (failure) {
        if (failure instanceof PlinthImportRefusedError) setOutcome({ kind: 'refused', report: failure.report })
        else if (!signal.aborted) throw failure
      }
    })
  const choose = (chosen: File) => {
    clear()
    setFile(chosen)
    void upload(chosen, true)
  }
  return (
    <section>
      <h2>{text.configuration.import}</h2>
      <FileDrop onFile={choose} isDisabled={isRunning} />
      {file && (
        <p>
          <bdi class="file-name">{file.name}</bdi>{' '}
          <span class="muted">{text.configuration.kilobytes(number(Math.ceil(file.size / 1024)))}</span>
        </p>
      )}
      <Failure error={error} {...(file && { onRetry: () => void upload(file, true) })} />
      {isRunning && (
        <div class="row">
          <Progress
            label={part < 1 ? text.configuration.uploading : text.configuration.working}
            value={part < 1 ? part : undefined}
          />
          <Button onClick={() => controller.current?.abort()}>{text.cancel}</Button>
        </div>
      )}
      {outcome && (
        <>
          <Notice kind={outcome.kind === 'imported' ? 'success' : outcome.kind === 'refused' ? 'warning' : 'info'}>
            {text.configuration.outcomes[outcome.kind]}
          </Notice>
          <ReportView report={outcome.report} name={file?.name ?? ''} />
        </>
      )}
      {file && outcome && outcome.kind !== 'imported' && !isRunning && (
        <>
          <CheckField
            label={text.configuration.atomic}
            hint={text.configuration.atomicHint}
            isChecked={isAtomic}
            onChange={setAtomic}
          />
          <div class="row">
            <Button kind="primary" onClick={() => void upload(file, false)}>
              {text.configuration.import}
            </Button>
            <Button onClick={() => void upload(file, true)}>{text.configuration.dryRun}</Button>
          </div>
        </>
      )}
    </section>
  )
}

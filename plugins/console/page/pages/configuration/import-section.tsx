import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CheckField } from '../../components/check-field.js'
import { Curl } from '../../components/curl.js'
import { Failure } from '../../components/failure.js'
import { Notice } from '../../components/notice.js'
import { useLanguage } from '../../language/language-context.js'
import { ChosenFile } from './chosen-file.js'
import { FileDrop } from './file-drop.js'
import { useImportTask } from './import-task.js'
import { ReportView } from './report-view.js'
import { UploadProgress } from './upload-progress.js'

const NOTICE_KINDS = { imported: 'success', importedInPart: 'warning', refused: 'warning', dryRun: 'info' } as const

/** Uploads a file: first a dry run, then the import. The report stays on the page. */
export const ImportSection = () => {
  const { text } = useLanguage()
  const { file, isRunning, sentFraction, isCancelled, outcome, error, upload, cancel } = useImportTask()
  const [isAtomic, setAtomic] = useState(false)
  const run = (chosen: File, dryRun: boolean) => upload(chosen, { dryRun, atomic: isAtomic && !dryRun })
  const isImported = outcome?.kind === 'imported' || outcome?.kind === 'importedInPart'
  return (
    <section>
      <h2>{text.configuration.import}</h2>
      <FileDrop
        hint={text.configuration.drop}
        action={text.configuration.choose}
        onFile={(chosen) => run(chosen, true)}
        isDisabled={isRunning}
      />
      <ChosenFile file={file} />
      <Failure error={error} />
      {isRunning && <UploadProgress sentFraction={sentFraction} onCancel={cancel} />}
      {isCancelled && <Notice kind="info">{text.configuration.cancelled}</Notice>}
      {outcome && <Notice kind={NOTICE_KINDS[outcome.kind]}>{text.configuration.outcomes[outcome.kind]}</Notice>}
      {file && !isRunning && !isImported && (
        <>
          <CheckField
            label={text.configuration.atomic}
            hint={text.configuration.atomicHint}
            isChecked={isAtomic}
            onChange={setAtomic}
          />
          <div class="row">
            {outcome && (
              <Button kind="primary" onClick={() => run(file, false)}>
                {text.configuration.import}
              </Button>
            )}
            <Button onClick={() => run(file, true)}>{text.configuration.dryRun}</Button>
          </div>
        </>
      )}
      {outcome && <ReportView report={outcome.report} name={file?.name ?? ''} isDryRun={outcome.kind === 'dryRun'} />}
      <Curl
        method="POST"
        path={`/settings/import_config${isAtomic ? '?atomic=true' : outcome ? '' : '?dry_run=true'}`}
        file={file?.name ?? 'export.json'}
      />
    </section>
  )
}

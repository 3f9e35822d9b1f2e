import type { Snapshot } from '@plinth/client'
import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { ChosenFile } from '../chosen-file.js'
import { FileDrop } from '../file-drop.js'
import { UploadProgress } from '../upload-progress.js'
import { BaseSnapshot } from './base-snapshot.js'
import { useMergeTask } from './merge-task.js'

interface MergeSectionProps {
  readonly snapshots: readonly Snapshot[]
}

/** Plans a merge of what another plant has changed: takes the base, and the file of the other plant. */
export const MergeSection = ({ snapshots }: MergeSectionProps) => {
  const { text } = useLanguage()
  const { inputs, isRunning, sentFraction, isCancelled, error, choose, merge, cancel } = useMergeTask()
  const { base, theirs } = inputs
  const baseFile = base instanceof File ? base : undefined
  const baseSnapshot = snapshots.find(({ id }) => id === base)?.id // it may have been deleted since
  return (
    <section>
      <h2>{text.merges.make}</h2>
      <p class="hint">{text.merges.hint}</p>
      <FileDrop
        hint={text.merges.drop.base}
        action={text.merges.choose.base}
        onFile={(file) => choose({ base: file })}
        isDisabled={isRunning}
      />
      <ChosenFile file={baseFile} />
      {snapshots.length > 0 && (
        <BaseSnapshot
          snapshots={snapshots}
          value={baseSnapshot}
          onChange={(id) => choose({ base: id })}
          isDisabled={isRunning}
        />
      )}
      <FileDrop
        hint={text.merges.drop.theirs}
        action={text.merges.choose.theirs}
        onFile={(file) => choose({ theirs: file })}
        isDisabled={isRunning}
      />
      <ChosenFile file={theirs} />
      <Failure error={error} />
      {isRunning && <UploadProgress sentFraction={sentFraction} onCancel={cancel} />}
      {isCancelled && <Notice kind="info">{text.plans.cancelled}</Notice>}
      {(baseFile || baseSnapshot) && theirs && !isRunning && (
        <Button kind="primary" onClick={merge}>
          {text.merges.make}
        </Button>
      )}
      <Curl method="POST" path="/settings/files" file={(baseFile ?? theirs)?.name ?? 'export.json'} />
    </section>
  )
}

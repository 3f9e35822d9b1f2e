import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { ChosenFile } from '../chosen-file.js'
import { FileDrop } from '../file-drop.js'
import { UploadProgress } from '../upload-progress.js'
import { useMergeTask } from './merge-task.js'

/** Uploads two files, and opens the plan of what another side has changed between them. */
export const MergeSection = () => {
  const { text } = useLanguage()
  const { files, isRunning, part, isCancelled, error, choose, merge, cancel } = useMergeTask()
  return (
    <section>
      <h2>{text.merges.make}</h2>
      <p class="hint">{text.merges.hint}</p>
      {(['base', 'theirs'] as const).map((which) => (
        <div key={which}>
          <FileDrop
            hint={text.merges.drop[which]}
            action={text.merges.choose[which]}
            onFile={(file) => choose(which, file)}
            isDisabled={isRunning}
          />
          <ChosenFile file={files[which]} />
        </div>
      ))}
      <Failure error={error} />
      {isRunning && <UploadProgress part={part} onCancel={cancel} />}
      {isCancelled && <Notice kind="info">{text.plans.cancelled}</Notice>}
      {files.base && files.theirs && !isRunning && (
        <Button kind="primary" onClick={merge}>
          {text.merges.make}
        </Button>
      )}
      <Curl method="POST" path="/settings/files" file={files.base?.name ?? 'export.json'} />
    </section>
  )
}

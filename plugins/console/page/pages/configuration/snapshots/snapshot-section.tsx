import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Failure } from '../../../components/failure.js'
import { Table } from '../../../components/table.js'
import { useLanguage } from '../../../language/language-context.js'
import { DownloadProgress } from '../download-progress.js'
import { usePlanOfSnapshot } from '../plans/use-plan-of-snapshot.js'
import { useConfigurationClient } from '../use-configuration-client.js'
import { useDownload } from '../use-download.js'
import { CompareStates } from './compare-states.js'
import { snapshotColumns } from './snapshot-columns.js'
import { TakeSnapshot } from './take-snapshot.js'
import type { useSnapshots } from './use-snapshots.js'

interface SnapshotSectionProps {
  readonly list: ReturnType<typeof useSnapshots>
}

/** The snapshots of the configuration: take, download, roll back, delete, compare. */
export const SnapshotSection = ({ list }: SnapshotSectionProps) => {
  const language = useLanguage()
  const { text } = language
  const client = useConfigurationClient()
  const [isTaking, setTaking] = useState(false)
  const download = useDownload()
  const rollback = usePlanOfSnapshot()
  const columns = snapshotColumns(language, {
    isBusy: rollback.isRunning || download.isRunning,
    onRollBack: (id) => void rollback.start(id),
    onDownload: (id) => void download.start((options) => client.exportSnapshot(id, options)),
    onDeleted: list.reload,
  })
  return (
    <section>
      <h2>{text.snapshots.title}</h2>
      <p class="hint">{text.snapshots.hint}</p>
      <Button icon="plus" onClick={() => setTaking(true)}>
        {text.snapshots.take}
      </Button>
      <Failure error={rollback.error ?? download.error} />
      <Failure error={list.error} onRetry={list.reload} />
      {download.isRunning && <DownloadProgress bytes={download.bytes} onCancel={download.cancel} />}
      <Table
        caption={text.snapshots.title}
        columns={columns}
        rows={list.data}
        keyOf={({ id }) => id}
        isLoading={list.isLoading}
        empty={text.snapshots.none}
      />
      <Curl method="GET" path="/settings/snapshots" />
      {list.data && list.data.length > 0 && <CompareStates snapshots={list.data} />}
      {isTaking && <TakeSnapshot onTaken={list.reload} onClose={() => setTaking(false)} />}
    </section>
  )
}

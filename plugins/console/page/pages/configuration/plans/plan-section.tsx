import type { PlanMode } from '@plinth/client/configuration'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { Curl } from '../../../components/curl.js'
import { Failure } from '../../../components/failure.js'
import { Notice } from '../../../components/notice.js'
import { useLanguage } from '../../../language/language-context.js'
import { ChosenFile } from '../chosen-file.js'
import { FileDrop } from '../file-drop.js'
import { UploadProgress } from '../upload-progress.js'
import { ModeField } from './mode-field.js'
import { usePlanTask } from './plan-task.js'
import { type ModesOfTables, TableModes } from './table-modes.js'

/** Uploads a file, and plans its changes. `useAutoOpenPlan` opens the plan. */
export const PlanSection = () => {
  const { text } = useLanguage()
  const { file, isRunning, sentFraction, isCancelled, error, choose, plan, cancel } = usePlanTask()
  const [mode, setMode] = useState<PlanMode>('update')
  const [tables, setTables] = useState<ModesOfTables>({})
  const modes = Object.entries(tables).map(([table, modeOfTable]) => `${table}:${modeOfTable}`)
  const query = new URLSearchParams({ mode, ...(modes.length > 0 && { tables: modes.join(',') }) })
  return (
    <section>
      <h2>{text.plans.make}</h2>
      <FileDrop hint={text.plans.drop} action={text.plans.choose} onFile={choose} isDisabled={isRunning} />
      <ChosenFile file={file} />
      <Failure error={error} />
      {isRunning && <UploadProgress sentFraction={sentFraction} onCancel={cancel} />}
      {isCancelled && <Notice kind="info">{text.plans.cancelled}</Notice>}
      {file && !isRunning && (
        <>
          <ModeField value={mode} onChange={setMode} />
          <TableModes value={tables} onChange={setTables} />
          {[mode, ...Object.values(tables)].includes('mirror') && (
            <Notice kind="warning">{text.plans.mirrorWarning}</Notice>
          )}
          <Button kind="primary" onClick={() => plan({ file, mode, tables })}>
            {text.plans.make}
          </Button>
        </>
      )}
      <Curl method="POST" path={`/settings/plans?${query}`} file={file?.name ?? 'export.json'} />
    </section>
  )
}

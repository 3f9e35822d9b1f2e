import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { useLocation } from '../../shell/location.js'
import { ExportSection } from './export-section.js'
import { ImportSection } from './import-section.js'
import { MergeSection } from './merges/merge-section.js'
import { PlanList } from './plans/plan-list.js'
import { PlanSection } from './plans/plan-section.js'
import { PlanView } from './plans/plan-view.js'
import { useAutoOpenPlan } from './plans/use-auto-open-plan.js'
import { RecordList } from './record-list.js'
import { SnapshotSection } from './snapshots/snapshot-section.js'
import { useSnapshots } from './snapshots/use-snapshots.js'
import { TableList } from './table-list.js'

/** The configuration, one of its plans, or one of its tables. */
export const ConfigurationPage = () => {
  const { plan, table } = useLocation().query
  useAutoOpenPlan()
  if (plan) return <PlanView key={plan} id={plan} />
  if (table) return <RecordList key={table} table={table} />
  return <ConfigurationSections />
}

/** Import, plans, merges, snapshots and export of the configuration, and its tables. */
const ConfigurationSections = () => {
  const { text } = useLanguage()
  const snapshots = useSnapshots()
  return (
    <>
      <PageHead title={text.configuration.title} lead={text.configuration.lead} />
      <ImportSection />
      <PlanSection />
      <PlanList />
      <MergeSection snapshots={snapshots.data ?? []} />
      <SnapshotSection list={snapshots} />
      <ExportSection />
      <TableList />
    </>
  )
}

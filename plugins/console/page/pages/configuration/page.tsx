import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { useLocation } from '../../shell/location.js'
import { ExportSection } from './export-section.js'
import { ImportSection } from './import-section.js'
import { RecordList } from './record-list.js'
import { TableList } from './table-list.js'

/** Export and import of the configuration, and its tables to look into. */
export const ConfigurationPage = () => {
  const { text } = useLanguage()
  const { table } = useLocation().query
  if (table) return <RecordList key={table} table={table} />
  return (
    <>
      <PageHead title={text.configuration.title} lead={text.configuration.lead} />
      <ImportSection />
      <ExportSection />
      <TableList />
    </>
  )
}

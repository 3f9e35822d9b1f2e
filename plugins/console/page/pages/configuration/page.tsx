import { PageHead } from '../../components/page-head.js'
import { useLanguage } from '../../language/language-context.js'
import { ExportSection } from './export-section.js'
import { ImportSection } from './import-section.js'

/** Export and import of the configuration. */
export const ConfigurationPage = () => {
  const { text } = useLanguage()
  return (
    <>
      <PageHead title={text.configuration.title} lead={text.configuration.lead} />
      <ImportSection />
      <ExportSection />
    </>
  )
}

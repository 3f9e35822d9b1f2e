import { withTaskRunner } from '../administration/task-runner.js'
import { interruptible } from './abort-on-signals.js'
import { formatReport } from './format-report.js'
import { printJson, printLines } from './print.js'
import { transferDocument } from './transfer-document.js'

export interface ImportConfigOptions {
  /** Reports the outcome without writing anything. */
  readonly dryRun?: boolean
  /** Writes nothing if any record fails. */
  readonly atomic?: boolean
  readonly json?: boolean | undefined
}

/** `plinth config import`: imports a document and prints the report. Returns whether all records are free of errors. */
export async function importConfig(
  file: string,
  { dryRun = false, atomic = false, json = false }: ImportConfigOptions,
): Promise<boolean> {
  const { report } = await interruptible('The import was cancelled, unless it had just finished.', (signal) =>
    withTaskRunner((tasks) =>
      transferDocument(file, signal, (document, control) =>
        tasks.send('config import', document, { dry_run: String(dryRun), atomic: String(atomic) }, control),
      ),
    ),
  )
  if (json) printJson(report)
  else printLines(formatReport(report))
  return report.summary.errors === 0
}

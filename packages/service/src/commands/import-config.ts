import type { ImportMode } from '../administration/document-tasks.js'
import { runImport } from '../administration/run-document-task.js'
import { interruptible } from './abort-on-signals.js'
import { formatReport } from './format-report.js'
import { printJson, printLines } from './print.js'
import { transferDocument } from './transfer-document.js'

export interface ImportConfigOptions extends Partial<ImportMode> {
  readonly json?: boolean | undefined
}

/** `plinth config import`: imports a document and prints the report. Returns whether all records are free of errors. */
export async function importConfig(
  file: string,
  { dryRun = false, atomic = false, json = false }: ImportConfigOptions,
): Promise<boolean> {
  const { report } = await interruptible('The import was cancelled, unless it had just finished.', (signal) =>
    transferDocument(file, signal, (document, control) => runImport(document, { dryRun, atomic }, control)),
  )
  if (json) printJson(report)
  else printLines(formatReport(report))
  return report.summary.errors === 0
}

import { type ImportReport, PlinthImportRefusedError } from '@plinth/client'
import { useSession } from '../../session/session-context.js'
import type { Client, SessionStore } from '../../session/session-store.js'
import { KeptState, perSession, useKept } from './kept-state.js'
import { sendWithProgress } from './send-with-progress.js'

/** How the last upload ended, with the report of the service. */
interface Outcome {
  readonly kind: 'dryRun' | 'imported' | 'importedInPart' | 'refused'
  readonly report: ImportReport
}

export interface ImportState {
  readonly file?: File
  readonly isRunning: boolean
  /** The fraction of the file that was sent, from 0 to 1. */
  readonly sentFraction: number
  readonly isCancelled: boolean
  readonly outcome?: Outcome
  readonly error?: unknown
}

const IDLE = { isRunning: false, sentFraction: 0, isCancelled: false }

/** The import of a file, or its dry run. It goes on, and its report is kept, while other pages are shown. */
class ImportTask {
  readonly state = new KeptState<ImportState>(IDLE)
  #controller: AbortController | undefined

  async upload(store: SessionStore, file: File, options: { dryRun: boolean; atomic: boolean }): Promise<void> {
    if (this.state.current.isRunning) return
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state.set({ ...IDLE, file, isRunning: true })
    const send = sendWithProgress((sentFraction) => this.state.set({ ...this.state.current, sentFraction }))
    const client = store.clientWith(send)
    try {
      const report = await client.importConfiguration(file, { ...options, signal })
      this.state.set({ ...IDLE, file, outcome: { kind: options.dryRun ? 'dryRun' : kindOf(report), report } })
    } catch (error) {
      if (signal.aborted) this.state.set({ ...IDLE, file, isCancelled: true })
      else if (error instanceof PlinthImportRefusedError)
        this.state.set({ ...IDLE, file, outcome: { kind: 'refused', report: error.report } })
      else this.state.set({ ...IDLE, file, error })
    }
  }

  cancel(): void {
    this.#controller?.abort()
  }
}

/** Forgets a dry run, which is outdated once the configuration has changed. */
export function forgetDryRun(client: Client): void {
  const { state } = taskOf(client)
  if (state.current.outcome?.kind === 'dryRun') state.set(IDLE)
}

const kindOf = ({ summary }: ImportReport) => (summary.errors > 0 ? 'importedInPart' : 'imported')

const taskOf = perSession(() => new ImportTask())

/** The import of this session, with its current state. */
export function useImportTask() {
  const { client, store } = useSession()
  const task = taskOf(client)
  const state = useKept(task.state)
  const upload = (file: File, options: { dryRun: boolean; atomic: boolean }) => void task.upload(store, file, options)
  return { ...state, upload, cancel: () => task.cancel() }
}

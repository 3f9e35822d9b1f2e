import { type ImportReport, PlinthImportRefusedError } from '@plinth/client'
import { useSession } from '../../session/session-context.js'
import type { SessionStore } from '../../session/session-store.js'
import { KeptState, perSession, useKept } from './kept-state.js'
import { sendWithProgress } from './send-with-progress.js'

/** What the last upload was for, and what the service said. */
interface Outcome {
  readonly kind: 'dryRun' | 'imported' | 'importedInPart' | 'refused'
  readonly report: ImportReport
}

export interface ImportState {
  readonly file?: File
  readonly isRunning: boolean
  /** The sent part of the file, from 0 to 1. */
  readonly part: number
  readonly isCancelled: boolean
  readonly outcome?: Outcome
  readonly error?: unknown
}

const IDLE = { isRunning: false, part: 0, isCancelled: false }

/** The upload of a file. It goes on, and its report is kept, while other pages are shown. */
class ImportTask {
  readonly state = new KeptState<ImportState>(IDLE)
  #controller: AbortController | undefined

  async upload(store: SessionStore, file: File, options: { dryRun: boolean; atomic: boolean }): Promise<void> {
    if (this.state.current.isRunning) return
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state.set({ ...IDLE, file, isRunning: true })
    const client = store.clientWith(sendWithProgress((part) => this.state.set({ ...this.state.current, part })))
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

const kindOf = ({ summary }: ImportReport) => (summary.errors > 0 ? 'importedInPart' : 'imported')

const taskOf = perSession(() => new ImportTask())

/** The import of this session, with its current state. */
export function useImport() {
  const { client, store } = useSession()
  const task = taskOf(client)
  const state = useKept(task.state)
  const upload = (file: File, options: { dryRun: boolean; atomic: boolean }) => void task.upload(store, file, options)
  return { ...state, upload, cancel: () => task.cancel() }
}

import { type ImportReport, PlinthImportRefusedError } from '@plinth/client'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session-context.js'
import type { Client, SessionStore } from '../../session/session-store.js'
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
  #state: ImportState = IDLE
  #controller: AbortController | undefined
  readonly #listeners = new Set<(state: ImportState) => void>()

  get state(): ImportState {
    return this.#state
  }

  subscribe(listener: (state: ImportState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async upload(store: SessionStore, file: File, options: { dryRun: boolean; atomic: boolean }): Promise<void> {
    if (this.#state.isRunning) return
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.#set({ ...IDLE, file, isRunning: true })
    const client = store.clientWith(sendWithProgress((part) => this.#set({ ...this.#state, part })))
    try {
      const report = await client.importConfiguration(file, { ...options, signal })
      this.#set({ ...IDLE, file, outcome: { kind: options.dryRun ? 'dryRun' : kindOf(report), report } })
    } catch (error) {
      if (signal.aborted) this.#set({ ...IDLE, file, isCancelled: true })
      else if (error instanceof PlinthImportRefusedError)
        this.#set({ ...IDLE, file, outcome: { kind: 'refused', report: error.report } })
      else this.#set({ ...IDLE, file, error })
    }
  }

  cancel(): void {
    this.#controller?.abort()
  }

  #set(state: ImportState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}

const kindOf = ({ summary }: ImportReport) => (summary.errors > 0 ? 'importedInPart' : 'imported')

/** One for each session, so that nothing of it is left after the logout. */
const tasks = new WeakMap<Client, ImportTask>()

function taskOf(client: Client): ImportTask {
  const task = tasks.get(client) ?? new ImportTask()
  tasks.set(client, task)
  return task
}

/** The import of this session, with its current state. */
export function useImport() {
  const { client, store } = useSession()
  const task = taskOf(client)
  const [state, setState] = useState(task.state)
  useEffect(() => {
    setState(task.state)
    return task.subscribe(setState)
  }, [task])
  const upload = (file: File, options: { dryRun: boolean; atomic: boolean }) => void task.upload(store, file, options)
  return { ...state, upload, cancel: () => task.cancel() }
}

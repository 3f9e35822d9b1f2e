import { ConfigurationClient, type PlanMode } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import type { SessionStore } from '../../../session/session-store.js'
import { KeptState, perSession, useKept } from '../kept-state.js'
import { sendWithProgress } from '../send-with-progress.js'

/** A file to plan, and what its plan does with records. */
export interface PlannedFile {
  readonly file: File
  readonly mode: PlanMode
  /** The modes of individual tables. */
  readonly tables: Readonly<Record<string, PlanMode>>
}

export interface PlanState {
  readonly isRunning: boolean
  /** The fraction of the file that was sent, from 0 to 1. */
  readonly sentFraction: number
  readonly isCancelled: boolean
  readonly file?: File
  readonly error?: unknown
  /** The id of the new plan, until it is opened. */
  readonly planToOpen?: string
  /** The id of the outdated plan that the new plan replaces. */
  readonly outdated?: string | undefined
}

const IDLE = { isRunning: false, sentFraction: 0, isCancelled: false }

/** The upload and plan of a file. It goes on while other pages are shown. */
class PlanTask {
  readonly state = new KeptState<PlanState>(IDLE)
  /** The file of each plan that this session has made, by the id of the plan, to plan it again. */
  readonly #files = new Map<string, PlannedFile>()
  #controller: AbortController | undefined

  choose(file: File): void {
    if (!this.state.current.isRunning) this.state.set({ ...IDLE, file })
  }

  async plan(store: SessionStore, planned: PlannedFile, outdated?: string): Promise<void> {
    if (this.state.current.isRunning) return
    const { file, ...modes } = planned
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state.set({ ...IDLE, file, isRunning: true })
    const send = sendWithProgress((sentFraction) => this.state.set({ ...this.state.current, sentFraction }))
    const client = store.clientWith(send)
    try {
      const { id } = await new ConfigurationClient(client).planConfiguration(file, { ...modes, signal })
      this.#files.set(id, planned)
      this.state.set({ ...IDLE, planToOpen: id, outdated })
    } catch (error) {
      this.state.set({ ...IDLE, file, ...(signal.aborted ? { isCancelled: true } : { error }) })
    }
  }

  fileOf(plan: string): PlannedFile | undefined {
    return this.#files.get(plan)
  }

  cancel(): void {
    this.#controller?.abort()
  }

  /** Forgets the new plan, because it is open now. */
  clear(): void {
    this.state.set(IDLE)
  }
}

const taskOf = perSession(() => new PlanTask())

/** The plan task of this session, with its current state. */
export function usePlanTask() {
  const { client, store } = useSession()
  const task = taskOf(client)
  return {
    ...useKept(task.state),
    choose: (file: File) => task.choose(file),
    plan: (planned: PlannedFile, outdated?: string) => void task.plan(store, planned, outdated),
    fileOf: (plan: string) => task.fileOf(plan),
    cancel: () => task.cancel(),
    clear: () => task.clear(),
  }
}

import { ConfigurationClient } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import type { Client, SessionStore } from '../../../session/session-store.js'
import { KeptState, perSession, useKept } from '../kept-state.js'
import { sendWithProgress } from '../send-with-progress.js'

/** What is merged. The base is a file or the id of a snapshot. */
export interface MergeInputs {
  readonly base?: File | string | undefined
  readonly theirs?: File | undefined
}

interface MergeState {
  readonly inputs: MergeInputs
  readonly isRunning: boolean
  /** The fraction of the files that was sent, from 0 to 1. */
  readonly sentFraction: number
  readonly isCancelled: boolean
  readonly error?: unknown
  /** The id of the new plan, until it is opened. */
  readonly planToOpen?: string
}

const IDLE = { isRunning: false, sentFraction: 0, isCancelled: false }

/** The upload of the files, and the plan of their merge. It goes on while other pages are shown. */
class MergeTask {
  readonly state = new KeptState<MergeState>({ ...IDLE, inputs: {} })
  #controller: AbortController | undefined
  /** The ids of the uploaded files of the last merge, which is repeated with them once its conflicts are settled. */
  #uploaded: string[] = []

  choose(chosen: MergeInputs): void {
    const { inputs, isRunning } = this.state.current
    if (!isRunning) this.state.set({ ...IDLE, inputs: { ...inputs, ...chosen } })
  }

  async merge(client: Client, store: SessionStore): Promise<void> {
    const { inputs, isRunning } = this.state.current
    const { base, theirs } = inputs
    if (isRunning || !base || !theirs) return
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state.set({ ...IDLE, inputs, isRunning: true })
    try {
      await this.#deletePrevious(client)
      const [baseId, theirsId] = await this.#idsOf(store, base, theirs)
      const { id } = await new ConfigurationClient(client).mergeConfigurations(baseId, theirsId, { signal })
      this.state.set({ ...IDLE, inputs: {}, planToOpen: id })
    } catch (error) {
      this.state.set({ ...IDLE, inputs, ...(signal.aborted ? { isCancelled: true } : { error }) })
    }
  }

  cancel(): void {
    this.#controller?.abort()
  }

  /** Forgets the new plan, because it is open now. */
  clear(): void {
    this.state.set({ ...IDLE, inputs: {} })
  }

  /** Deletes the files of the previous merge. Otherwise they would count against the limit until they expire. */
  async #deletePrevious(client: Client): Promise<void> {
    const previous = this.#uploaded
    this.#uploaded = []
    for (const file of previous) await new ConfigurationClient(client).deleteUploadedFile(file).catch(() => undefined)
  }

  /** Uploads the files. Returns the ids of the base and of the other configuration. */
  async #idsOf(store: SessionStore, base: File | string, theirs: File): Promise<readonly [string, string]> {
    if (typeof base === 'string') return [base, await this.#upload(store, theirs)]
    return [await this.#upload(store, base, [0, 0.5]), await this.#upload(store, theirs, [0.5, 1])]
  }

  /** Uploads a file, during which the progress goes from `start` to `end`. Returns the id of the file. */
  async #upload(store: SessionStore, file: File, [start, end] = [0, 1]): Promise<string> {
    const onProgress = (fraction: number) =>
      this.state.set({ ...this.state.current, sentFraction: start + fraction * (end - start) })
    const client = store.clientWith(sendWithProgress(onProgress))
    const signal = this.#controller?.signal
    const options = signal ? { signal } : {}
    const { id } = await new ConfigurationClient(client).uploadConfiguration(file, options)
    this.#uploaded.push(id)
    return id
  }
}

const taskOf = perSession(() => new MergeTask())

/** The merge task of this session, with its current state. */
export function useMergeTask() {
  const { client, store } = useSession()
  const task = taskOf(client)
  return {
    ...useKept(task.state),
    choose: (chosen: MergeInputs) => task.choose(chosen),
    merge: () => void task.merge(client, store),
    cancel: () => task.cancel(),
    clear: () => task.clear(),
  }
}

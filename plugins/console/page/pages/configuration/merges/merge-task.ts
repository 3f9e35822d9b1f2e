import { ConfigurationClient } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import type { Client, SessionStore } from '../../../session/session-store.js'
import { KeptState, perSession, useKept } from '../kept-state.js'
import { sendWithProgress } from '../send-with-progress.js'

/** What is merged: the base is a file, or the snapshot with an id. */
export interface MergedSides {
  readonly base?: File | string | undefined
  readonly theirs?: File | undefined
}

interface MergeState {
  readonly sides: MergedSides
  readonly isRunning: boolean
  /** The sent part of the files, from 0 to 1. */
  readonly part: number
  readonly isCancelled: boolean
  readonly error?: unknown
  /** The id of a plan that was made and not opened yet. */
  readonly made?: string
}

const IDLE = { isRunning: false, part: 0, isCancelled: false }

/** The upload of the files and the plan of their merge. It goes on while other pages are shown. */
class MergeTask {
  readonly state = new KeptState<MergeState>({ ...IDLE, sides: {} })
  #controller: AbortController | undefined
  /** The ids of the files of the last merge, which is made again with them when its conflicts are settled. */
  #uploaded: string[] = []

  choose(side: MergedSides): void {
    const { sides, isRunning } = this.state.current
    if (!isRunning) this.state.set({ ...IDLE, sides: { ...sides, ...side } })
  }

  async merge(client: Client, store: SessionStore): Promise<void> {
    const { sides, isRunning } = this.state.current
    const { base, theirs } = sides
    if (isRunning || !base || !theirs) return
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state.set({ ...IDLE, sides, isRunning: true })
    try {
      await this.#deletePrevious(client)
      const [baseId, theirsId] = await this.#idsOf(store, base, theirs)
      const { id } = await new ConfigurationClient(client).mergeConfigurations(baseId, theirsId, { signal })
      this.state.set({ ...IDLE, sides: {}, made: id })
    } catch (error) {
      this.state.set({ ...IDLE, sides, ...(signal.aborted ? { isCancelled: true } : { error }) })
    }
  }

  cancel(): void {
    this.#controller?.abort()
  }

  /** Forgets the plan that was made, because it is open now. */
  clear(): void {
    this.state.set({ ...IDLE, sides: {} })
  }

  /** Deletes the files of the previous merge. Otherwise they would count against the limit until they expire. */
  async #deletePrevious(client: Client): Promise<void> {
    const previous = this.#uploaded
    this.#uploaded = []
    for (const file of previous) await new ConfigurationClient(client).deleteUploadedFile(file).catch(() => undefined)
  }

  /** Uploads the files, and returns the ids of both sides. */
  async #idsOf(store: SessionStore, base: File | string, theirs: File): Promise<readonly [string, string]> {
    if (typeof base === 'string') return [base, await this.#upload(store, theirs)]
    return [await this.#upload(store, base, [0, 0.5]), await this.#upload(store, theirs, [0.5, 1])]
  }

  /** Uploads a file, which is a part of the transfer. Returns its id. */
  async #upload(store: SessionStore, file: File, [start, end] = [0, 1]): Promise<string> {
    const onProgress = (part: number) => this.state.set({ ...this.state.current, part: start + part * (end - start) })
    const client = store.clientWith(sendWithProgress(onProgress))
    const signal = this.#controller?.signal
    const options = signal ? { signal } : {}
    const { id } = await new ConfigurationClient(client).uploadConfiguration(file, options)
    this.#uploaded.push(id)
    return id
  }
}

const taskOf = perSession(() => new MergeTask())

/** The merge that this session plans, with its current state. */
export function useMergeTask() {
  const { client, store } = useSession()
  const task = taskOf(client)
  return {
    ...useKept(task.state),
    choose: (side: MergedSides) => task.choose(side),
    merge: () => void task.merge(client, store),
    cancel: () => task.cancel(),
    clear: () => task.clear(),
  }
}

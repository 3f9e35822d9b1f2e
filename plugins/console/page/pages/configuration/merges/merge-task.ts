import { ConfigurationClient } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import type { Client, SessionStore } from '../../../session/session-store.js'
import { KeptState, perSession, useKept } from '../kept-state.js'
import { sendWithProgress } from '../send-with-progress.js'

/** The two files of a merge. */
export type MergedFile = 'base' | 'theirs'

interface MergeState {
  readonly files: { readonly [Which in MergedFile]?: File }
  readonly isRunning: boolean
  /** The sent part of both files, from 0 to 1. */
  readonly part: number
  readonly isCancelled: boolean
  readonly error?: unknown
  /** The id of a plan that was made and not opened yet. */
  readonly made?: string
}

const IDLE = { isRunning: false, part: 0, isCancelled: false }

/** The upload of two files and the plan of their merge. It goes on while other pages are shown. */
class MergeTask {
  readonly state = new KeptState<MergeState>({ ...IDLE, files: {} })
  #controller: AbortController | undefined
  /** The ids of the files of the last merge, which is made again with them when its conflicts are settled. */
  #uploaded: string[] = []

  choose(which: MergedFile, file: File): void {
    const { files, isRunning } = this.state.current
    if (!isRunning) this.state.set({ ...IDLE, files: { ...files, [which]: file } })
  }

  async merge(client: Client, store: SessionStore): Promise<void> {
    const { files, isRunning } = this.state.current
    const { base, theirs } = files
    if (isRunning || !base || !theirs) return
    this.#controller = new AbortController()
    const { signal } = this.#controller
    this.state.set({ ...IDLE, files, isRunning: true })
    try {
      await this.#deleteFormer(client)
      const [baseId, theirsId] = [await this.#upload(store, base, 0), await this.#upload(store, theirs, 0.5)]
      const { id } = await new ConfigurationClient(client).mergeConfigurations(baseId, theirsId, { signal })
      this.state.set({ ...IDLE, files: {}, made: id })
    } catch (error) {
      this.state.set({ ...IDLE, files, ...(signal.aborted ? { isCancelled: true } : { error }) })
    }
  }

  cancel(): void {
    this.#controller?.abort()
  }

  /** Forgets the plan that was made, because it is open now. */
  clear(): void {
    this.state.set({ ...IDLE, files: {} })
  }

  /** Deletes the files of the former merge. Otherwise they would count against the limit until they expire. */
  async #deleteFormer(client: Client): Promise<void> {
    const former = this.#uploaded
    this.#uploaded = []
    for (const file of former) await new ConfigurationClient(client).deleteUploadedFile(file).catch(() => undefined)
  }

  /** Uploads a file, which is the second half of the transfer or the first one. Returns its id. */
  async #upload(store: SessionStore, file: File, start: 0 | 0.5): Promise<string> {
    const onProgress = (part: number) => this.state.set({ ...this.state.current, part: start + part / 2 })
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
    choose: (which: MergedFile, file: File) => task.choose(which, file),
    merge: () => void task.merge(client, store),
    cancel: () => task.cancel(),
    clear: () => task.clear(),
  }
}

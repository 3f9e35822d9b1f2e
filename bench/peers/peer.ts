import type { LoadRequest } from '../support/load-generator.js'

/** Another product that runs with users. */
export interface RunningPeer {
  readonly server: { readonly url: string; readonly pid: number | undefined }
  /** Requests that correspond to those for a user of Plinth. */
  readonly requests: readonly LoadRequest[]
  stop(): Promise<void>
}

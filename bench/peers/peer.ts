import type { LoadedRequest } from '../support/load-generator.js'

/** Another product, running with people in it. */
export interface RunningPeer {
  readonly server: { readonly url: string; readonly pid: number | undefined }
  /** What is asked of it as one user is asked of Plinth. */
  readonly requests: readonly LoadedRequest[]
  stop(): Promise<void>
}

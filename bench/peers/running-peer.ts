import type { LoadRequest } from '../support/load-generator.js'

/** A running instance of another product, filled with test users. */
export interface RunningPeer {
  readonly server: { readonly url: string; readonly pid: number | undefined }
  /** The equivalents of Plinth's `GET /api/users/:username`. */
  readonly requests: readonly LoadRequest[]
  stop(): Promise<void>
}

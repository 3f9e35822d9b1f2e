import { firstSuccess } from '../../../async/first-success.js'
import { READ_ONLY } from '../../transactions/driver-errors.js'

/** Time in ms after which the next server is tried as well, if one does not respond. */
const NEXT_SERVER_DELAY_MS = 500
/** Timeout in ms for connecting to one of several servers. */
const TIMEOUT_MS = 1_500
/** The same if there is only one server. */
const SINGLE_SERVER_TIMEOUT_MS = 5_000

/** Opens a connection to one of the servers. */
export type Connect<Connection> = (url: string) => Promise<Connection>

/**
 * The servers of a database URL, of which one at a time is used: the others are read-only or down. Shared by all pools,
 * so that after a failover none of them goes on using the previous server.
 */
export class PostgresServers {
  readonly #urls: readonly string[]
  /** Indexes of the servers, in the order in which they are tried. */
  #order: readonly number[]
  /** The latest timeline of any server that was connected to. */
  #latestTimeline = 0
  /** Index of the server that was connected to last. */
  #current = 0
  /** Incremented when another server becomes the one to use, or the one at the same address has become read-only. */
  #term = 0

  constructor(urls: readonly string[]) {
    this.#urls = urls
    this.#order = urls.map((_, index) => index)
  }

  /** Timeout in ms for connecting to one server. */
  get timeoutMs(): number {
    return this.#urls.length > 1 ? TIMEOUT_MS : SINGLE_SERVER_TIMEOUT_MS
  }

  /**
   * Connects to the first server that accepts, and returns the connection with the term in which that server is used.
   * Rejects with the error of the first server that is not just read-only.
   */
  async connect<Connection>(
    connect: Connect<Connection>,
    discard: (connection: Connection) => void,
  ): Promise<{ readonly connection: Connection; readonly term: number }> {
    const attempts = this.#order.map((server) => async () => {
      try {
        return { connection: await connect(this.#urls[server] as string), server }
      } catch (error) {
        this.#order = [...this.#order.filter((other) => other !== server), server]
        throw error
      }
    })
    const found = await firstSuccess(attempts, {
      delayMs: NEXT_SERVER_DELAY_MS,
      discard: ({ connection }) => discard(connection),
    }).catch((error: AggregateError) => {
      throw error.errors.find((reason) => reason?.code !== READ_ONLY) ?? error.errors[0]
    })
    if (found.server !== this.#current) this.#term += 1
    this.#current = found.server
    this.#order = [found.server, ...this.#order.filter((other) => other !== found.server)]
    return { connection: found.connection, term: this.#term }
  }

  /** Ends the use of all connections of a term, because their server turned out to be read-only. */
  endTerm(term: number | undefined): void {
    if (term === this.#term) this.#term += 1
  }

  /** Whether there are several servers, of which two may claim to be the primary. */
  get areSeveral(): boolean {
    return this.#urls.length > 1
  }

  /** Records a timeline. Returns whether no later timeline is known: the promotion of a server begins the next one. */
  isLatest(timeline: number): boolean {
    this.#latestTimeline = Math.max(this.#latestTimeline, timeline)
    return timeline === this.#latestTimeline
  }

  /** Returns whether connections of this term may still be used. */
  isCurrent(term: number): boolean {
    return term === this.#term
  }
}

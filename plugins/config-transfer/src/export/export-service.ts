import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Authenticated, Callers, Clock, Database, Knex, Origin, SecurityEvents } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { ConfigTransferSettings } from '../settings.js'
import type { TransferPlan } from '../transfer-plan.js'
import { ahead } from './ahead.js'
import { documentPieces } from './document-pieces.js'

/** More would leave too few connections to everybody else. */
const MAX_CONCURRENT_EXPORTS = 2
/** Seconds after which it is worth trying again. */
const RETRY_AFTER = 5

/** How an export ended: whole, because its reader went away, or because something went wrong or took too long. */
export type ExportEnding = 'written' | 'abandoned' | 'failed'

interface ExportServiceNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly transferPlan: TransferPlan
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
  readonly settings: ConfigTransferSettings
}

/** Carries the configuration out. */
export class ExportService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #plan: TransferPlan
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #longest: number
  #running = 0
  readonly #endings: Record<ExportEnding, number> = { written: 0, abandoned: 0, failed: 0 }

  constructor({ database, clock, transferPlan, callers, securityEvents, settings }: ExportServiceNeeds) {
    this.#database = database
    this.#clock = clock
    this.#plan = transferPlan
    this.#callers = callers
    this.#events = securityEvents
    this.#longest = settings.exportTimeout * 1_000
  }

  /**
   * The configuration document as JSON text, all of one moment. Resolves once the snapshot is taken; a database that
   * goes away later breaks the stream off. Throws `TOO_MANY_EXPORTS` (503) when two are running.
   */
  async open(origin: Origin<Authenticated>): Promise<Readable> {
    expectOrigin(origin, 'exportService.open()')
    if (this.#running >= MAX_CONCURRENT_EXPORTS) throw errors.TOO_MANY_EXPORTS({}, { retryAfter: RETRY_AFTER })
    this.#running += 1
    try {
      await this.#record(origin)
      return await this.#begin()
    } catch (error) {
      this.#end('failed')
      throw error
    }
  }

  /** Exports that are being written. */
  get underWay(): number {
    return this.#running
  }

  /** How many exports have ended how, since the start. */
  get endings(): Readonly<Record<ExportEnding, number>> {
    return this.#endings
  }

  /** Before the first byte leaves: what went out can not be undone. */
  #record(origin: Origin): Promise<void> {
    return this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#events.record(transaction, { event: 'configuration-exported', origin })
    })
  }

  #pieces(transaction: Knex.Transaction) {
    return documentPieces(transaction, { plan: this.#plan, dialect: this.#database.dialect }, this.#clock.now())
  }

  /** Resolves to the text once the snapshot is taken; the writing goes on. */
  async #begin(): Promise<Readable> {
    const text = new PassThrough()
    text.on('error', () => {}) // told to the reader, who may not be there yet
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const writing = this.#write(text, begun)
    await Promise.race([beginning, writing])
    writing.then(
      () => this.#end('written'),
      (error) => {
        text.destroy(error)
        this.#end(isReaderGone(error) ? 'abandoned' : 'failed')
      },
    )
    return text
  }

  #write(text: Writable, begun: () => void): Promise<void> {
    const signal = AbortSignal.timeout(this.#longest)
    return this.#database.readSnapshot(async (transaction) => {
      await fixMoment(transaction, this.#plan)
      begun()
      await pipeline(Readable.from(ahead(this.#pieces(transaction))), text, { signal })
    })
  }

  #end(ending: ExportEnding): void {
    this.#endings[ending] += 1
    this.#running -= 1
  }
}

/** Nobody but the reader closes the text before it is whole without saying why. */
function isReaderGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** SQLite takes the snapshot with the first page that is read. */
async function fixMoment(transaction: Knex.Transaction, plan: TransferPlan): Promise<void> {
  const [first] = plan.tables
  if (first) await transaction(first.table).select('id').first()
}

import type { Knex } from 'knex'
import { withoutSecrets } from '../errors/without-secrets.js'
import { DatabaseAway } from './database-away.js'
import type { Dialect } from './dialect.js'
import { REPLACED } from './sqlite/sqlite-problem.js'

const FILE_REPLACED =
  'the database file, or its -wal or -shm, was moved, replaced or removed while it was open, and nothing is written to it any more: put it back, or restart the service'
/**
 * Codes of writes for which there was no room, or no disk that works: a write must succeed before others are expected
 * to.
 */
const NO_ROOM = new Set(['SQLITE_FULL', 'SQLITE_IOERR', '53100', '58030'])
/** Thrown where a transaction is only tried. */
const TAKEN_BACK = new Error('only tried')

interface WriteReadinessParts {
  readonly dialect: Pick<Dialect, 'isReadOnly' | 'takeRoom'>
  /** The code of what keeps everything from being written, if anything does. */
  readonly obstacle: () => string | undefined
  /** Whether this process holds the only lock that a write needs. */
  readonly isLockOurs: () => boolean
  /** Runs work in a transaction that writes. */
  readonly transact: (work: (transaction: Knex.Transaction) => Promise<void>) => Promise<void>
}

/** Whether something can be written to a database, by what became of the last write, or by trying. */
export class WriteReadiness {
  readonly #parts: WriteReadinessParts
  /** The code of the last write, when there was no room for it. */
  #noRoom: string | undefined
  #finding: Promise<string | undefined> | undefined

  constructor(parts: WriteReadinessParts) {
    this.#parts = parts
  }

  /** Throws a `DatabaseAway` when nothing must be written. */
  refuseObstacle(): void {
    const code = this.#parts.obstacle()
    if (code !== undefined) throw new DatabaseAway(Object.assign(new Error('cannot be written'), { code }))
  }

  /** Notes whether a write found room. */
  async follow<T>(writing: Promise<T>): Promise<T> {
    try {
      const result = await writing
      this.#noRoom = undefined
      return result
    } catch (error) {
      if (error instanceof DatabaseAway && NO_ROOM.has(error.code)) this.#noRoom = error.code
      throw error
    }
  }

  /** Why nothing can be written, in one sentence, or `undefined`. Found once for all who ask meanwhile. */
  problem(): Promise<string | undefined> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined
    })
    return this.#finding
  }

  async #find(): Promise<string | undefined> {
    if (this.#parts.obstacle() === REPLACED) return FILE_REPLACED
    if (this.#parts.isLockOurs()) return this.#noRoom && cannotWrite(this.#noRoom)
    return this.#try().catch((error) => cannotWrite(withoutSecrets(error).code ?? 'no code'))
  }

  /** Begins a write and takes it back; with some room on the disk, if the last one found none. */
  async #try(): Promise<string | undefined> {
    const { dialect, transact } = this.#parts
    let problem: string | undefined
    const trying = transact(async (transaction) => {
      if (await dialect.isReadOnly(transaction)) problem = 'the database is read-only'
      else if (this.#noRoom !== undefined) await transaction.raw(dialect.takeRoom)
      throw TAKEN_BACK
    })
    await trying.catch((error) => {
      if (error !== TAKEN_BACK) throw error
    })
    if (problem === undefined) this.#noRoom = undefined
    return problem
  }
}

function cannotWrite(code: string): string {
  return `nothing can be written to the database (${code})`
}

import { once } from 'node:events'
import type { Connection, Submittable } from 'pg'

/** Methods that node-postgres calls on a submitted query, but its types lack. */
interface CopyEvents extends Submittable {
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** Methods of a connection that its types lack. */
interface CopyConnection extends Connection {
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const COPY_DATA = 0x64

/** `COPY … FROM STDIN` over pg, which supports the messages but offers no method for them. */
export class CopyIn implements CopyEvents {
  readonly done: Promise<void>
  readonly #sql: string
  readonly #source: AsyncIterable<Buffer>
  #resolve: () => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(sql: string, source: AsyncIterable<Buffer>) {
    this.#sql = sql
    this.#source = source
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: Connection): void {
    connection.query(this.#sql)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error: Error) => {
        this.#reject(error)
        connection.sendCopyFail(error.message)
      },
    )
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve()
  }

  async #send({ stream }: Connection): Promise<void> {
    for await (const data of this.#source) {
      const head = Buffer.allocUnsafe(5)
      head[0] = COPY_DATA
      head.writeInt32BE(data.length + 4, 1)
      stream.cork()
      stream.write(head)
      const hasRoom = stream.write(data)
      stream.uncork()
      if (!hasRoom) await once(stream, 'drain')
    }
  }
}

/** `COPY … TO STDOUT`: passes each row to a function as received. */
export class CopyOut implements CopyEvents {
  readonly done: Promise<void>
  readonly #sql: string
  readonly #onRow: (row: Buffer) => void
  #resolve: () => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(sql: string, onRow: (row: Buffer) => void) {
    this.#sql = sql
    this.#onRow = onRow
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: Connection): void {
    connection.query(this.#sql)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onRow(chunk)
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve()
  }
}

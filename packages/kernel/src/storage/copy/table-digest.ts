import { createHash } from 'node:crypto'

const MODULUS = 1n << 256n

/** Counts rows and adds up their hashes. The sum does not depend on the order of the rows. */
export class TableDigest {
  #rows = 0
  #sum = 0n

  add(values: readonly (string | null)[]): void {
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex')
    this.#rows += 1
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % MODULUS
  }

  get rows(): number {
    return this.#rows
  }

  /** 64 hexadecimal digits. */
  get digest(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}

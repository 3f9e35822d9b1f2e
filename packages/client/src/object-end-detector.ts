const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Reads the bytes of a JSON object and detects its end, without storing any of it. */
export class ObjectEndDetector {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #hasBegun = false

  /** Whether an object has begun and every bracket is closed. */
  get isReached(): boolean {
    return this.#hasBegun && this.#depth === 0
  }

  /** Reads the next bytes. */
  scan(bytes: Uint8Array): void {
    // Local variables are several times faster than private fields.
    let [depth, isInString, isEscaped] = [this.#depth, this.#isInString, this.#isEscaped]
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]
      if (isEscaped) isEscaped = false
      else if (byte === QUOTE) isInString = !isInString
      else if (isInString) isEscaped = byte === BACKSLASH
      else if (byte === 0x7d || byte === 0x5d) depth -= 1
      else if (byte === 0x7b || byte === 0x5b) {
        depth += 1
        this.#hasBegun = true
      }
    }
    this.#depth = depth
    this.#isInString = isInString
    this.#isEscaped = isEscaped
  }
}

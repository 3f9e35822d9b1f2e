import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** At this level 1.4 MB take 50 ms. The highest level takes seconds and saves only a tenth more. */
const BROTLI_QUALITY = 5

type Encoding = 'br' | 'gzip'

/** The body of an answer that is sent often, compressed once. Give it to `Reply.bytes`. */
export class EncodedBytes {
  readonly #plain: Buffer
  /** The encodings that are smaller than the bytes, smallest first. */
  readonly #encoded: readonly (readonly [Encoding, Buffer])[]

  private constructor(plain: Buffer, encoded: readonly (readonly [Encoding, Buffer])[]) {
    this.#plain = plain
    this.#encoded = encoded
      .filter(([, bytes]) => bytes.length < plain.length)
      .sort(([, one], [, other]) => one.length - other.length)
  }

  /** Compresses by brotli and by gzip. */
  static async of(plain: Buffer): Promise<EncodedBytes> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    }
    const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)])
    return new EncodedBytes(plain, [
      ['br', br],
      ['gzip', zipped],
    ])
  }

  /** Makes and compresses bytes when they are first needed, and keeps them. After a failure the next call retries. */
  static lazy(make: () => string | Buffer | Promise<Buffer>): () => Promise<EncodedBytes> {
    let made: Promise<EncodedBytes> | undefined
    const encode = async () => EncodedBytes.of(Buffer.from(await make()))
    return () => {
      made ??= encode().catch((error) => {
        made = undefined
        throw error
      })
      return made
    }
  }

  /** The smallest encoding that a client accepts, by its `Accept-Encoding`, and the headers that name it. */
  acceptedBy(acceptEncoding = ''): { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> } {
    const found = this.#encoded.find(([encoding]) => accepts(acceptEncoding, encoding))
    if (!found) return { bytes: this.#plain, headers: { Vary: 'Accept-Encoding' } }
    const [encoding, bytes] = found
    return { bytes, headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding } }
  }
}

/** Whether an encoding is listed, and not with a weight of 0 (RFC 9110, 12.5.3). */
function accepts(acceptEncoding: string, encoding: Encoding): boolean {
  return acceptEncoding.split(',').some((item) => {
    const [name = '', ...parameters] = item.toLowerCase().split(';')
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter))
  })
}

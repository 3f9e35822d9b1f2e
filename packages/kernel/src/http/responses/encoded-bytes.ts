import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'

/** At this quality 1.4 MB take 50 ms. The highest quality takes seconds and saves only another 10%. */
const BROTLI_QUALITY = 5

type Encoding = 'br' | 'gzip'

/** Body of a frequently sent response, compressed once. Pass it to `Reply.bytes`. */
export class EncodedBytes {
  readonly #plain: Buffer
  /** Encodings smaller than the plain bytes, smallest first. */
  readonly #encoded: readonly (readonly [Encoding, Buffer])[]

  private constructor(plain: Buffer, encoded: readonly (readonly [Encoding, Buffer])[]) {
    this.#plain = plain
    this.#encoded = encoded
      .filter(([, bytes]) => bytes.length < plain.length)
      .sort(([, a], [, b]) => a.length - b.length)
  }

  /** Compresses with brotli and gzip. */
  static async of(plain: Buffer): Promise<EncodedBytes> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    }
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain)])
    return new EncodedBytes(plain, [
      ['br', br],
      ['gzip', gzipped],
    ])
  }

  /** Wraps bytes that were compressed beforehand. */
  static ofCompressed({ br, gzip }: { readonly br: Buffer; readonly gzip: Buffer }): EncodedBytes {
    return new EncodedBytes(gunzipSync(gzip), [
      ['br', br],
      ['gzip', gzip],
    ])
  }

  /**
   * Returns a function that creates and compresses the bytes on its first call and caches them. A failure is not
   * cached.
   */
  static lazy(make: () => string | Buffer | Promise<Buffer>): () => Promise<EncodedBytes> {
    let cached: Promise<EncodedBytes> | undefined
    const encode = async () => EncodedBytes.of(Buffer.from(await make()))
    return () => {
      cached ??= encode().catch((error) => {
        cached = undefined
        throw error
      })
      return cached
    }
  }

  /** Returns the smallest encoding that an `Accept-Encoding` header accepts, with the headers that describe it. */
  acceptedBy(acceptEncoding = ''): { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string>> } {
    const found = this.#encoded.find(([encoding]) => accepts(acceptEncoding, encoding))
    if (!found) return { bytes: this.#plain, headers: { Vary: 'Accept-Encoding' } }
    const [encoding, bytes] = found
    return { bytes, headers: { Vary: 'Accept-Encoding', 'Content-Encoding': encoding } }
  }
}

/** Returns whether a header lists an encoding with a weight other than 0 (RFC 9110, 12.5.3). */
function accepts(acceptEncoding: string, encoding: Encoding): boolean {
  return acceptEncoding.split(',').some((item) => {
    const [name = '', ...parameters] = item.toLowerCase().split(';')
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter))
  })
}

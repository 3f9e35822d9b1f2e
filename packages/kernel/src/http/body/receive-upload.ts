import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy, { type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { PlinthError } from '../../errors/plinth-error.js'
import type { Exchange } from '../exchange.js'
import { httpErrors } from '../http-errors.js'
import type { ReceivedFile, Upload } from '../upload.js'
import { hasBody, refuseConsumedBody } from './read-json.js'
import { openSpoolFile, receivedFile } from './spool-file.js'
import type { UploadSpace } from './upload-space.js'

export interface UploadOptions {
  readonly upload: Upload
  /** Max size of the file in bytes. */
  readonly limit: number
  /** Folder for the temporary file. */
  readonly folder: string
  /** Shared by all uploads. */
  readonly space: UploadSpace
}

const MAX_PARTS = 20
/** Bytes that a form may have in addition to the file. */
const FORM_OVERHEAD_BYTES = 65_536

/**
 * Receives a form with one file into a temporary file, passes it to `use`, and always deletes it afterwards. Throws if
 * the form is invalid, before `use` is called.
 */
export async function withReceivedUpload<T>(
  exchange: Exchange,
  options: UploadOptions,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const { request } = exchange
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
  if (!isForm || !hasBody(request)) throw httpErrors.NO_FILE_PROVIDED()
  refuseConsumedBody(request)
  if (Number(request.headers['content-length'] ?? 0) > options.limit + FORM_OVERHEAD_BYTES) {
    throw httpErrors.BODY_TOO_LARGE({ limit: options.limit })
  }
  const spool = await openSpoolFile(options.folder).catch(() => {
    throw httpErrors.UPLOAD_FAILED()
  })
  let reserved = 0
  const reserve = (bytes: number) => {
    options.space.reserve(bytes)
    reserved += bytes
  }
  try {
    exchange.sendContinue()
    const size = await receive(request, spool, { ...options, reserve })
    if (size === undefined) throw httpErrors.NO_FILE_PROVIDED()
    return await use(receivedFile(spool, size))
  } finally {
    await spool.close().finally(() => options.space.release(reserved))
  }
}

interface ReceiveOptions extends UploadOptions {
  /** Called before bytes are stored. Throws if there is no space for them. */
  readonly reserve: (bytes: number) => void
}

/** Saves the file of a form. Resolves to its size, or to `undefined` if the form had none. */
async function receive(
  request: IncomingMessage,
  spool: FileHandle,
  { upload: { part, onAbandoned }, limit, reserve }: ReceiveOptions,
): Promise<number | undefined> {
  const form = openForm(request, part, limit)
  const abort = new AbortController()
  let saving: Promise<number> | undefined
  form.on('file', (name, file) => {
    // A form that ends in a file fails as a whole. busboy emits the error on the file too, where it would be uncaught
    // if nothing reads the file.
    file.on('error', () => {})
    const { signal } = abort
    if (name === part) saving = save(file, spool, { limit, reserve, signal, stop: (error) => form.destroy(error) })
    else file.resume()
    saving?.catch(() => {})
  })
  for (const excess of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(excess, () => form.destroy(httpErrors.MALFORMED_FORM()))
  }
  limitBody(limit + FORM_OVERHEAD_BYTES, request, () => form.destroy(httpErrors.BODY_TOO_LARGE({ limit })))
  try {
    await pipeline(request, form)
  } catch (error) {
    abort.abort()
    await saving?.catch(() => {}) // the spool file must not be closed before that
    const problem = formProblem(request, error)
    if (problem.code === httpErrors.BODY_INCOMPLETE.code) onAbandoned?.()
    throw problem
  }
  return saving
}

/** Limits the size of the whole form, since its `Content-Length` may be missing and busboy only limits its file. */
function limitBody(limit: number, request: IncomingMessage, reject: () => void): void {
  let received = 0
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > limit) reject()
  })
}

function openForm(request: IncomingMessage, part: string, limit: number): BusboyInstance {
  try {
    return new busboy.Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: limit,
        files: 1,
        fields: MAX_PARTS - 1,
        parts: MAX_PARTS,
        fieldSize: 1_024,
        headerPairs: 20,
      },
      isPartAFile: (name, type, filename) =>
        name === part || filename !== undefined || type === 'application/octet-stream',
    })
  } catch {
    throw httpErrors.MALFORMED_FORM()
  }
}

interface SaveOptions extends Pick<ReceiveOptions, 'limit' | 'reserve'> {
  readonly signal: AbortSignal
  /** Stops parsing the form. */
  readonly stop: (error: Error) => void
}

async function save(
  file: BusboyFileStream,
  spool: FileHandle,
  { limit, reserve, signal, stop }: SaveOptions,
): Promise<number> {
  file.once('limit', () => stop(httpErrors.BODY_TOO_LARGE({ limit })))
  let size = 0
  const append = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      reserve(chunk.length)
      await spool.appendFile(chunk)
      size += chunk.length
    }
  }
  try {
    await pipeline(file as Readable, append, { signal })
    return size
  } catch (error) {
    const problem = error instanceof PlinthError ? error : httpErrors.UPLOAD_FAILED()
    stop(problem)
    throw problem
  }
}

function formProblem(request: IncomingMessage, error: unknown): PlinthError {
  if (error instanceof PlinthError) return error
  return request.destroyed && !request.complete ? httpErrors.BODY_INCOMPLETE() : httpErrors.MALFORMED_FORM()
}

import { defineRoute, type EncodedBytes, httpErrors, Reply, streamed } from '@plinth/kernel'
import { mixed, object, string } from 'yup'
import { contentTypeOf, readAsset } from '../page-files.js'

/** Browsers need not request an asset again, because its name changes with its contents. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** `GET /console/assets/:name`. */
export const getAsset = () => {
  const cache = new Map<string, EncodedBytes>()
  return defineRoute({
    method: 'GET',
    path: '/console/assets/:name',
    group: 'service',
    summary: 'A file of the console',
    access: 'public',
    hidden: true,
    databaseUnavailable: false,
    params: object({ name: string().required().max(64) }),
    responses: { 200: streamed('*/*', mixed()) },
    errors: [httpErrors.NOT_FOUND],
    handle: async ({ params: { name } }) => {
      const contentType = contentTypeOf(name)
      if (contentType === undefined) throw httpErrors.NOT_FOUND()
      const bytes = cache.get(name) ?? (await readAsset(name).catch(rethrowAsNotFound))
      cache.set(name, bytes)
      return Reply.bytes(bytes, { 'Content-Type': contentType, 'Cache-Control': IMMUTABLE })
    },
  })
}

function rethrowAsNotFound(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw httpErrors.NOT_FOUND()
  throw error
}

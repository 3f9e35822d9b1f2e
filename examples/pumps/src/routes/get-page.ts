import { readFile } from 'node:fs/promises'
import { defineRoute, EncodedBytes, Reply, streamed } from '@plinth/kernel'

const FILE = new URL('../../page/pumps.js', import.meta.url)

/** `GET /pumps/page.js`: the page of the pumps in the console. */
export const getPage = () => {
  const bytes = EncodedBytes.lazy(() => readFile(FILE))
  return defineRoute({
    method: 'GET',
    path: '/pumps/page.js',
    summary: 'The page of the pumps in the console',
    access: 'public',
    hidden: true,
    databaseUnavailable: false,
    responses: { 200: streamed('text/javascript') },
    handle: async () => Reply.bytes(await bytes(), { 'Content-Type': 'text/javascript; charset=utf-8' }),
  })
}

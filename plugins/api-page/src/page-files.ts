import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EncodedBytes } from '@plinth/kernel'
import { startScript } from './start-script.js'

const SCRIPT = 'text/javascript; charset=utf-8'

/** The files of Swagger UI that the page loads. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', SCRIPT],
  ['favicon-32x32.png', 'image/png'],
])

interface PageFile {
  readonly contentType: string
  readonly bytes: () => Promise<EncodedBytes>
}

/** Returns the files that the page loads, by name, with those of Swagger UI in `folder`. */
export function pageFiles(basePath: string, folder: string): ReadonlyMap<string, PageFile> {
  const start = { contentType: SCRIPT, bytes: EncodedBytes.lazy(() => startScript(basePath)) }
  const assets = [...ASSETS].map(([file, contentType]): [string, PageFile] => [
    file,
    { contentType, bytes: EncodedBytes.lazy(() => readFile(join(folder, file))) },
  ])
  return new Map([['start.js', start], ...assets])
}

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createStandardKernel } from '@plinth/service'
import openapiTS, { astToString } from 'openapi-typescript'

/** The folder of this workspace. */
export const HOME = fileURLToPath(new URL('..', import.meta.url))

const MARK =
  '/**\n * Generated from openapi.json. Do not edit: `npm run generate -w @plinth/client` makes it anew.\n */\n\n'

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, { description: string }> }>>
}

/** Every checked-in file that is generated, by its path in this workspace, as it has to be now. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const document = await documentOfStandardKernel()
  const schema = MARK + astToString(await openapiTS(JSON.stringify(document), { emptyObjectsUnknown: true }))
  return new Map([
    formatted('openapi.json', JSON.stringify(document)),
    formatted('src/generated/schema.ts', schema),
    formatted('src/generated/known-code.ts', MARK + knownCode(document as unknown as Document)),
  ])
}

async function documentOfStandardKernel(): Promise<Record<string, unknown>> {
  const key = 'signs nothing: only the document is asked for'
  const settings = { databaseUrl: 'sqlite::memory:', secretKey: key, auditKey: key }
  const kernel = createStandardKernel({ settings, announce: () => {} })
  await kernel.start()
  try {
    return kernel.openapi
  } finally {
    await kernel.stop()
  }
}

/** The document names the codes of an operation in the descriptions of its answers, one a paragraph. */
function knownCode({ paths }: Document): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const descriptions = operations.flatMap(({ responses }) => Object.values(responses).map((one) => one.description))
  const codes = descriptions.flatMap((text) => [...text.matchAll(/^`([A-Z_]+)`:/gm)].map(([, code]) => code))
  const union = [...new Set(codes)].sort().map((code) => `| '${code}'`)
  return `/** The codes of errors that the document names. */\nexport type KnownCode = ${union.join(' ')}\n`
}

/** A file and its text as biome formats the rest of the project. */
function formatted(path: string, text: string): [path: string, text: string] {
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'))
  const args = [biome, 'format', `--stdin-file-path=${HOME}${path}`]
  return [path, execFileSync(process.execPath, args, { cwd: HOME, input: text, encoding: 'utf8' })]
}

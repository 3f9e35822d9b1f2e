import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createStandardKernel } from '@plinth/service'
import openapiTS, { astToString } from 'openapi-typescript'

/** The folder of this workspace. */
export const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url))

const MARK =
  '/**\n * Generated from openapi.json. Do not edit: `npm run generate -w @plinth/client` regenerates it.\n */\n\n'

/** Returns the current content of every generated file, by its path in this workspace. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const document = await documentOfStandardKernel()
  const schema = MARK + astToString(await openapiTS(JSON.stringify(document), { emptyObjectsUnknown: true }))
  return new Map([
    formatted('openapi.json', JSON.stringify(document)),
    formatted('src/generated/schema.ts', schema),
    formatted('src/generated/known-code.ts', MARK + knownCode(document)),
  ])
}

async function documentOfStandardKernel(): Promise<Record<string, unknown>> {
  const settings = { databaseUrl: 'sqlite::memory:', secretKey: 'unused: only the document is requested' }
  const kernel = createStandardKernel({ settings, announce: () => {} })
  await kernel.start()
  try {
    return kernel.openapi
  } finally {
    await kernel.stop()
  }
}

function knownCode(document: object): string {
  const union = [...new Set(codesIn(document))].sort().map((code) => `| '${code}'`)
  return `/** The codes of errors that the document names. */\nexport type KnownCode = ${union.join(' ')}\n`
}

/** Returns the error codes that the schemas in a part of the document allow. */
function codesIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  const { properties } = part as { readonly properties?: { readonly code?: { readonly enum?: readonly string[] } } }
  return [...(properties?.code?.enum ?? []), ...Object.values(part).flatMap(codesIn)]
}

/** Returns a path and its content, formatted by biome as the rest of the project. */
function formatted(path: string, text: string): [path: string, text: string] {
  const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'))
  const args = [biome, 'format', `--stdin-file-path=${PACKAGE_ROOT}${path}`]
  return [path, execFileSync(process.execPath, args, { cwd: PACKAGE_ROOT, input: text, encoding: 'utf8' })]
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { EncodedBytes } from '@plinth/kernel'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}
/** An asset's name: a word, the hash of the contents, and the extension. It cannot lead to another folder. */
const ASSET_NAME = /^[a-z]+-[A-Z0-9]{8}\.(css|js|svg)$/

/** The names of the assets that the page loads, each with its hash. */
export interface AssetNames {
  readonly script: string
  readonly theme: string
  readonly style: string
  readonly icon: string
  /** The texts of the languages other than English, by the codes of the languages. */
  readonly languages: Readonly<Record<string, string>>
}

/** Reads the names of the assets, which the build of the page writes. */
export async function readAssetNames(): Promise<AssetNames> {
  return JSON.parse(await readFile(join(pageFolder(), 'assets.json'), 'utf8')) as AssetNames
}

/** Returns the content type of an asset, or `undefined` if the name does not have the form of an asset's name. */
export function contentTypeOf(name: string): string | undefined {
  return CONTENT_TYPES[ASSET_NAME.exec(name)?.[1] ?? '']
}

/** Reads an asset, which was compressed when the page was built. Rejects with `ENOENT` if there is none. */
export async function readAsset(name: string): Promise<EncodedBytes> {
  const path = join(pageFolder(), name)
  const [br, gzip] = await Promise.all([readFile(`${path}.br`), readFile(`${path}.gz`)])
  return EncodedBytes.ofCompressed({ br, gzip })
}

/** Returns the folder of the built page. It is in the package, even if this code is bundled into a program. */
function pageFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@plinth/console/package.json')), 'dist/page')
}

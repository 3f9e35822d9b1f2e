import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPO_ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PACKAGE = join(REPO_ROOT, 'packages/service')
/** Patterns of link targets in the checkout, and their replacements in the package. Other links are removed. */
const LINK_TARGETS: readonly (readonly [pattern: RegExp, inPackage: string])[] = [
  [/^(\.\.\/)?README\.md/, 'README.md'],
  [/^(\.\.\/)?examples\/pumps/, '../template'],
  [/^(docs\/)?([\w-]+\.md)/, '$2'],
]

// Run by `npm pack`: copies the documents, and the example that `plinth plugin` copies, into the package.
await copyDocuments()
await copyExample()

async function copyDocuments(): Promise<void> {
  const folder = join(PACKAGE, 'docs')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const pages = (await readdir(join(REPO_ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
  for (const file of ['README.md', ...pages.map((name) => `docs/${name}`)]) {
    const text = await readFile(join(REPO_ROOT, file), 'utf8')
    await writeFile(join(folder, basename(file)), withLinksOfPackage(text, new Set(['README.md', ...pages])))
  }
}

/**
 * Adapts links to the package. A link to a file that is not in the package is replaced by its text; a picture, which
 * never is, by nothing.
 */
function withLinksOfPackage(text: string, pages: ReadonlySet<string>): string {
  const withoutPictures = text.replace(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n/gm, '')
  return withoutPictures.replace(/\[([^\]]*)\]\((?!https?:|#)([^)]*)\)/g, (_, label: string, target: string) => {
    const [pattern, inPackage] = LINK_TARGETS.find(([candidate]) => candidate.test(target)) ?? []
    const moved = pattern && inPackage && target.replace(pattern, inPackage)
    const isThere = moved?.startsWith('../template') || pages.has(moved?.split('#')[0] ?? '')
    return isThere ? `[${label}](${moved})` : label
  })
}

async function copyExample(): Promise<void> {
  const [example, folder] = [join(REPO_ROOT, 'examples/pumps'), join(PACKAGE, 'template')]
  const isOwn = (path: string) => !/^(dist|node_modules|tsconfig\.workspace\.json)$/.test(basename(path))
  await rm(folder, { recursive: true, force: true })
  await cp(example, folder, { recursive: true, filter: isOwn })
  // Node and bundlers would treat `package.json` as the manifest of a nested package.
  await rename(join(folder, 'package.json'), join(folder, 'package.template.json'))
}

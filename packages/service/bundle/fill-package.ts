import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOME = fileURLToPath(new URL('../../..', import.meta.url))
const PACKAGE = join(HOME, 'packages/service')
/** Where the files of the checkout are in the package; links to others lead nowhere there. */
const PLACES: readonly (readonly [place: RegExp, inPackage: string])[] = [
  [/^(\.\.\/)?README\.md/, 'README.md'],
  [/^(\.\.\/)?examples\/pumps/, '../template'],
  [/^(docs\/)?([\w-]+\.md)/, '$2'],
]

// Puts what the package has beside its code into it, when `npm pack` runs this: the documents, and the example that
// `plinth plugin` copies.
await copyDocuments()
await copyExample()

async function copyDocuments(): Promise<void> {
  const folder = join(PACKAGE, 'docs')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const pages = (await readdir(join(HOME, 'docs'))).filter((name) => name.endsWith('.md'))
  for (const file of ['README.md', ...pages.map((name) => `docs/${name}`)]) {
    const text = await readFile(join(HOME, file), 'utf8')
    await writeFile(join(folder, basename(file)), withLinksOfPackage(text, new Set(['README.md', ...pages])))
  }
}

/** A link to what the package does not have becomes its text. */
function withLinksOfPackage(text: string, pages: ReadonlySet<string>): string {
  return text.replace(/\[([^\]]*)\]\((?!https?:|#)([^)]*)\)/g, (_, label: string, target: string) => {
    const [place, inPackage] = PLACES.find(([pattern]) => pattern.test(target)) ?? []
    const moved = place && inPackage && target.replace(place, inPackage)
    const isThere = moved?.startsWith('../template') || pages.has(moved?.split('#')[0] ?? '')
    return isThere ? `[${label}](${moved})` : label
  })
}

async function copyExample(): Promise<void> {
  const [example, folder] = [join(HOME, 'examples/pumps'), join(PACKAGE, 'template')]
  const isOwn = (path: string) => !/^(dist|node_modules|tsconfig\.workspace\.json)$/.test(basename(path))
  await rm(folder, { recursive: true, force: true })
  await cp(example, folder, { recursive: true, filter: isOwn })
  // Node and bundlers would take it for the manifest of a package inside this one.
  await rename(join(folder, 'package.json'), join(folder, 'package.template.json'))
}

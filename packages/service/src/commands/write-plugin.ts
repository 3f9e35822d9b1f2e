import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from './command-error.js'
import { print, printLines } from './print.js'

/** Folders of the example plugin: in a checkout, and in the published package. */
const EXAMPLES = ['../../../../examples/pumps', '../../template'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const EXAMPLE_NAME = '@plinth-examples/pumps'
/** The name of the example's manifest in the published package, which has a `package.json` of its own. */
const PACKED_MANIFEST = 'package.template.json'
/** The content of `.gitignore`, which npm never packs, so the example cannot contain it. */
const GITIGNORE = 'node_modules/\ndist/\n'
/** Files that are not copied: build output, and the configuration for building inside the workspace. */
const EXCLUDED = /^(node_modules|dist|tsconfig\.workspace\.json)(\/|$)/

/** `plinth plugin`: creates a package from the example plugin. */
export async function writePlugin(folder: string, options: { readonly json?: boolean }): Promise<void> {
  const name = nameFor(folder)
  await requireEmpty(folder)
  const example = EXAMPLES.find((path) => existsSync(join(path, 'src')))
  if (!example)
    throw new CommandError('This installation does not contain the example. Install the package @plinth/service.')

  const files = await filesIn(example)
  for (const [file, original] of files) {
    const text = await readFile(join(example, original), 'utf8')
    await mkdir(dirname(join(folder, file)), { recursive: true })
    const renamed = text.replaceAll(EXAMPLE_NAME, name)
    await writeFile(join(folder, file), file === 'package.json' ? withDescription(renamed) : renamed)
  }
  await writeFile(join(folder, '.gitignore'), GITIGNORE)
  const written = [...files.keys(), '.gitignore']
  if (options.json) return print({ folder: resolve(folder), name, files: written }, options)
  printLines([
    `The package "${name}" was created in ${folder} (${written.length} files). Its README explains each command. Next:`,
    `  cd ${folder}`,
    // Without --no-save, local paths would replace the versions in the manifest.
    '  npm install --no-save <folder of the tarballs>/*.tgz   # "npm run pack" in a checkout of Plinth creates them',
    '  npm test',
  ])
}

/** Replaces the example's description with a generic one. */
function withDescription(manifest: string): string {
  return manifest.replace(/("description": )".*"/, '$1"A plugin for Plinth"')
}

/** Derives the package name from the folder. Throws a `CommandError` unless npm accepts it. */
function nameFor(folder: string): string {
  const name = basename(resolve(folder))
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new CommandError(
    `"${name}" cannot be the name of a package. Use lower-case letters, digits and "-", and begin with a letter.`,
  )
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(({ code }: { code?: string }) => {
    if (code === 'ENOENT') return []
    throw new CommandError(`${folder} cannot be read (${code}). Choose a new or empty folder.`)
  })
  if (entries.length > 0) throw new CommandError(`The folder ${folder} is not empty. Choose a new or empty folder.`)
}

/** Returns the paths of the files to write, each with its path in the example. */
async function filesIn(example: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(example, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const originals = files.map((file) => relative(example, file)).filter((file) => !EXCLUDED.test(file))
  return new Map(originals.map((file) => [file === PACKED_MANIFEST ? 'package.json' : file, file]))
}

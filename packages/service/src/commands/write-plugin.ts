import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError, WrongCall } from './command-error.js'
import { print, printLines } from './print.js'

/** Where the example is: in a checkout, or in the package, which has a copy of it. */
const EXAMPLES = ['../../../../examples/pumps', '../../template'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const EXAMPLE_NAME = '@plinth-examples/pumps'
/** What its manifest is called in the package, which has one of its own. */
const PACKED_MANIFEST = 'package.template.json'
/** npm packs no file of that name, so it is in no example. */
const GIT_IGNORES = 'node_modules/\ndist/\n'
/** What is made of the example, or builds it together with Plinth. */
const LEFT_OUT = /^(node_modules|dist|tsconfig\.workspace\.json)(\/|$)/

/** `plinth plugin`: copies the example of a plugin to a folder of its own. */
export async function writePlugin(folder: string, options: { readonly json?: boolean }): Promise<void> {
  const name = nameFor(folder)
  await refuseOccupied(folder)
  const example = EXAMPLES.find((path) => existsSync(join(path, 'src')))
  if (!example) throw new CommandError('The example is not in this installation. Install the package @plinth/service.')

  const files = await filesIn(example)
  for (const [file, original] of files) {
    const text = await readFile(join(example, original), 'utf8')
    await mkdir(dirname(join(folder, file)), { recursive: true })
    const own = text.replaceAll(EXAMPLE_NAME, name)
    await writeFile(join(folder, file), file === 'package.json' ? described(own) : own)
  }
  await writeFile(join(folder, '.gitignore'), GIT_IGNORES)
  const written = [...files.keys(), '.gitignore']
  if (options.json) return print({ folder: resolve(folder), name, files: written }, options)
  printLines([
    `The package "${name}" is in ${folder}: ${written.length} files. Its README says what each command does. Next:`,
    `  cd ${folder}`,
    // Saved, their paths on this machine would replace the versions in the manifest, which others install by.
    '  npm install --no-save <folder of the tarballs>/*.tgz   # "npm run pack" in a checkout of Plinth makes them',
    '  npm test',
  ])
}

/** The manifest with a description that holds for every plugin, until its author writes a better one. */
function described(manifest: string): string {
  return manifest.replace(/("description": )".*"/, '$1"A plugin for Plinth"')
}

/** A name that npm accepts, and that needs no scope. */
function nameFor(folder: string): string {
  const name = basename(resolve(folder))
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new WrongCall(`"${name}" cannot be the name of a package. Use lower-case letters, digits and "-".`)
}

async function refuseOccupied(folder: string): Promise<void> {
  const present = await readdir(folder).catch(({ code }: { code?: string }) => {
    if (code === 'ENOENT') return []
    throw new CommandError(`${folder} cannot be read (${code}). Choose a folder that is not there yet.`)
  })
  if (present.length > 0) throw new CommandError(`The folder ${folder} is not empty. Choose one that is not there yet.`)
}

/** The files of the copy, and what each is called in the example. */
async function filesIn(example: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(example, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const originals = files.map((file) => relative(example, file)).filter((file) => !LEFT_OUT.test(file))
  return new Map(originals.map((file) => [file === PACKED_MANIFEST ? 'package.json' : file, file]))
}

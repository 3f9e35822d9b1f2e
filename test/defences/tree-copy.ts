import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, which is only read. */
const REPO_ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The parts of the repository that the tests need. */
const COPIED = ['package.json', 'tsconfig.json', 'packages', 'plugins', 'test']
/** The scope of the workspaces, whose links in `node_modules` must lead to the workspaces of the copy. */
const WORKSPACES = '@plinth'

/** A text in a source file, and its replacement. */
export interface Replacement {
  readonly file: string
  readonly text: string
  readonly instead: string
}

/** A copy of the sources and tests that may be changed. It shares only the installed packages with the repository. */
export class TreeCopy {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<TreeCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-defences-'))
    // Removes the copy even if the run is interrupted
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const copy = new TreeCopy(folder)
    await Promise.all([...COPIED.map((name) => copy.#copy(name)), copy.#linkPackages('node_modules')])
    return copy
  }

  /** A folder for temporary files of the processes that run in the copy. */
  get temporary(): string {
    return join(this.folder, 'tmp')
  }

  /** Runs `work` while a text is replaced. Throws unless the text occurs once: otherwise the list is out of date. */
  async while<T>({ file, text, instead }: Replacement, work: () => Promise<T>): Promise<T> {
    const path = join(this.folder, file)
    const source = await readFile(path, 'utf8')
    const times = source.split(text).length - 1
    if (times !== 1) throw new Error(`${file} has this ${times} times instead of once: ${text}`)
    await writeFile(
      path,
      source.replace(text, () => instead),
    )
    try {
      return await work()
    } finally {
      await writeFile(path, source)
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #copy(name: string): Promise<void> {
    const nested: string[] = []
    await mkdir(this.temporary, { recursive: true })
    await cp(join(REPO_ROOT, name), join(this.folder, name), {
      recursive: true,
      filter: (path) => {
        if (path.endsWith('/node_modules')) nested.push(path.slice(REPO_ROOT.length))
        return !/\/(node_modules|dist)$/.test(path)
      },
    })
    await Promise.all(nested.map((packages) => symlink(join(REPO_ROOT, packages), join(this.folder, packages))))
  }

  async #linkPackages(packages: string): Promise<void> {
    const [from, to] = [join(REPO_ROOT, packages), join(this.folder, packages)]
    await mkdir(join(to, WORKSPACES), { recursive: true })
    const installed = (await readdir(from)).filter((name) => name !== WORKSPACES)
    const workspaces = await readdir(join(from, WORKSPACES))
    await Promise.all([
      ...installed.map((name) => symlink(join(from, name), join(to, name))),
      ...workspaces.map(async (name) =>
        symlink(await readlink(join(from, WORKSPACES, name)), join(to, WORKSPACES, name)),
      ),
    ])
  }
}

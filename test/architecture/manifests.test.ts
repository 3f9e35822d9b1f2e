import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect } from 'chai'
import { readSources, workspaces } from './imports.js'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))

describe('the manifests', () => {
  it('of the plugins let the application choose the kernel, so that there is only one', () => {
    const plugins = workspaces().filter((folder) => folder.startsWith('plugins/'))
    const manifests = plugins.map(manifestOf)

    expect(plugins).to.have.lengthOf.at.least(10)
    expect(manifests.map(({ peerDependencies = {} }) => '@plinth/kernel' in peerDependencies)).not.to.include(false)
    expect(manifests.map(({ dependencies = {} }) => '@plinth/kernel' in dependencies)).not.to.include(true)
  })

  it('of the example hosts list all packages that a reader who copies one must install', () => {
    const { dependencies = {} } = manifestOf('examples/hosts')
    const sources = [...readSources()].filter(([file]) => file.startsWith('examples/hosts/'))
    const imported = sources.flatMap(([, text]) =>
      [...text.matchAll(/^import\s[^'"]*'([^'.][^']*)'/gm)].map(([, name = '']) => name),
    )
    const packages = imported.filter((name) => !isBuiltin(name)).map(packageOf)

    expect(packages).to.include('@plinth/service')
    expect(packages.filter((name) => !(name in dependencies))).to.deep.equal([])
  })
})

/** Returns the package of an import: `@scope/name` for `@scope/name/path`. */
function packageOf(imported: string): string {
  return imported.split('/', imported.startsWith('@') ? 2 : 1).join('/')
}

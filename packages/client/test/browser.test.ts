import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from 'esbuild'
import { PACKAGE_ROOT } from '../generate/generated-files.js'

const SOURCES = join(PACKAGE_ROOT, 'src')

describe('in a browser the client', () => {
  it('imports no module of Node', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

    const imported = files.flatMap((file) =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name),
    )

    expect(new Set(imported.filter((name) => !name?.startsWith('.')))).to.deep.equal(new Set(['openapi-fetch']))
  })

  it('can be bundled into less than 25 kB', async () => {
    const bundle = await build({
      entryPoints: [join(SOURCES, 'index.ts')],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      target: ['chrome109', 'firefox115', 'safari16.4'],
      logLevel: 'silent',
    })

    const [file] = bundle.outputFiles
    expect(bundle.warnings).to.deep.equal([])
    expect(Object.values(bundle.metafile.outputs).flatMap(({ imports }) => imports)).to.deep.equal([])
    expect(file?.contents.byteLength).to.be.lessThan(25_000)
  })
})

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { transformSync } from 'esbuild'
import { isAtLeast, OLDEST_NODE } from '../../packages/kernel/src/node-version.cjs'
import { isBuilt, NODE_FLAGS, REPO_ROOT } from '../support/service-process.js'

const BUNDLE = 'packages/service/dist/bundle/plinth.cjs'
const MESSAGE = 'Plinth needs Node 20.19 or newer, and this is 18.20.8. Install Node 24.'
/** Module that makes Node report an old version. */
const FAKE_VERSION = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.8' })"

const read = (path: string) => readFileSync(join(REPO_ROOT, path), 'utf8')

/** Runs a Node that reports an old version. */
function runWithOldVersion(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const command = [...NODE_FLAGS, '--import', FAKE_VERSION, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: REPO_ROOT }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

describe('an unsupported Node version', () => {
  it('is older than the packages require', () => {
    const { engines } = JSON.parse(read('packages/service/package.json'))
    const versions = ['20.9.0', '20.19.0', '20.19.1', '24.0.0', '18.20.8']

    expect(engines.node).to.equal(`>=${OLDEST_NODE}`)
    expect(versions.map((version) => isAtLeast(version, OLDEST_NODE))).to.deep.equal([false, true, true, true, false])
  })

  it('is reported by the library with a clear message', async () => {
    const source = "import('@plinth/service').catch(({ name, message }) => console.log(name + ': ' + message))"

    expect((await runWithOldVersion('--eval', source)).stdout).to.equal(`StartupError: ${MESSAGE}\n`)
  }).timeout(30_000)

  it('is reported before anything is built', async () => {
    const { build } = JSON.parse(read('package.json')).scripts
    const source = /^node -e "(.*?)" &&/.exec(build)?.[1] ?? ''

    expect(await runWithOldVersion('--eval', source)).to.deep.equal({ code: 3, stdout: '', stderr: `${MESSAGE}\n` })
  })

  for (const file of ['packages/kernel/src/node-version.cjs', ...(isBuilt ? [BUNDLE] : [])]) {
    it(`can parse ${file}`, () => {
      const compile = (target: string) => transformSync(read(file), { target, legalComments: 'none' }).code

      expect(compile('es5')).to.equal(compile('esnext'))
    })
  }

  if (isBuilt) {
    it('is refused by the CLI with a clear message and exit code 3', async () => {
      expect(await runWithOldVersion(BUNDLE, 'serve')).to.deep.equal({ code: 3, stdout: '', stderr: `${MESSAGE}\n` })
    })
  }
})

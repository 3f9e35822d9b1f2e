import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_PASSWORD, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { nodeOfVersion } from '../packages/support/installed.js'
import { type ProcessResult, run, runOrThrow } from '../packages/support/run.js'
import { workFolder } from '../packages/support/work-folder.js'
import { type App, startApp } from '../support/app.js'
import { CALLS } from './calls.js'

const TOOLS = [
  ...['@redocly/cli@2', 'openapi-typescript@7', 'openapi-fetch@0.17', '@hey-api/openapi-ts@0.99', 'orval@8'],
  ...['typescript@5.9', 'tsx@4', '@types/node@20'],
]
/** Disables telemetry and update notices. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' }
const TSC_OPTIONS = wordsOf(
  '--strict --noEmit --skipLibCheck --target es2023 --lib es2023,dom,dom.iterable --types node --module preserve --moduleResolution bundler',
)

/** The program of each generator, and its arguments. */
const GENERATORS: Readonly<Record<keyof typeof CALLS, readonly [program: string, args: string]>> = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json -o openapi-typescript/schema.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i openapi.json -o hey-api/client -c @hey-api/client-fetch'],
  orval: ['orval/dist/bin/orval.mjs', '--config orval.config.json'],
}

/** Expected output of the calls, the same for each client. */
const EXPECTED_OUTPUT = [
  ['string', 'sudo', 0],
  ['sudo'],
  ['anna', 'operator', 10],
  [404, 'USER_NOT_FOUND'],
  [200, 'Settings updated'],
  [400, 'Logger period must be >= 1.0'],
  ['1.0', 0],
  ['Logged out', 401, 'TOKEN_INVALID'],
]

describe('the OpenAPI document', () => {
  let app: App
  let project: string
  let node: string
  before(async () => {
    const [database] = testDatabases as [(typeof testDatabases)[number]]
    app = await startApp({ database })
    project = await workFolder('clients')
    node = await nodeOfVersion(24) // the generators need a newer Node than Plinth
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...TOOLS]
    await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    await runOrThrow('npm install of the generators', 'npm', args, { cwd: project })
    await writeFile(join(project, 'openapi.json'), (await app.get('/openapi.json')).text)
    const output = { target: 'orval/client.ts', client: 'fetch', baseUrl: app.url }
    await writeFile(join(project, 'orval.config.json'), JSON.stringify({ plinth: { input: 'openapi.json', output } }))
  })
  after(() => app?.stop())

  /** Runs a program of a package in the project. */
  const runTool = (program: string, ...args: readonly string[]): Promise<ProcessResult> =>
    run(node, [join('node_modules', program), ...args], { cwd: project, variables: QUIET })

  it("satisfies Redocly's recommended rules", async () => {
    const { code, stdout, stderr } = await runTool(
      '@redocly/cli/bin/cli.js',
      ...wordsOf('lint openapi.json --extends=recommended --format=json'),
    )

    expect(JSON.parse(stdout).problems, stderr).to.deep.equal([])
    expect(code).to.equal(0)
  })

  for (const [name, [program, args]] of Object.entries(GENERATORS)) {
    it(`lets ${name} generate a client that compiles and works with a running service`, async () => {
      const generated = await runTool(program, ...wordsOf(args))
      const main = join(name, 'main.ts')
      await writeFile(join(project, main), CALLS[name as keyof typeof CALLS])

      const compiled = await runTool('typescript/bin/tsc', ...TSC_OPTIONS, main)
      const variables = { URL: app.url, PASSWORD: TEST_PASSWORD, EMAIL: `${name}@plant.test` }
      const result = await run(node, ['--import', 'tsx', main], { cwd: project, variables })

      expect(generated.code, generated.stdout + generated.stderr).to.equal(0)
      expect(compiled.code, compiled.stdout).to.equal(0)
      expect(result.code, result.stderr).to.equal(0)
      expect(
        result.stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).to.deep.equal(EXPECTED_OUTPUT)
    })
  }
})

function wordsOf(text: string): string[] {
  return text.split(' ')
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { forEachDatabase, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf, smallPlant } from '../support/configuration.js'
import {
  linesOf,
  PLINTH,
  REPO_ROOT,
  run,
  type Service,
  serve,
  type Variables,
  variablesFor,
} from '../support/service-process.js'

const TITLE = '## Keep the configuration in git'
/** Shell functions for the programs of the block that may not be installed. */
const SHELL_FUNCTIONS = `
plinth() { "$NODE" ${PLINTH.map((word) => `'${word}'`).join(' ')} "$@"; }
jq() {
  "$NODE" -e '
    const [option, path, file = 0] = process.argv.slice(1)
    const value = JSON.parse(require("node:fs").readFileSync(file))[path.slice(1)]
    if (option !== "-r" || typeof value !== "string") throw new Error("no text at " + path)
    console.log(value)
  ' -- "$@"
}
`
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Anna',
  GIT_AUTHOR_EMAIL: 'anna@plant.test',
  GIT_COMMITTER_NAME: 'Anna',
  GIT_COMMITTER_EMAIL: 'anna@plant.test',
}

/** Runs the shell block of docs/configuration-files.md about git as written. */
describe('the page about configuration files', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let variables: Variables
    let service: Service
    let checkout: string
    before(async () => {
      tempDatabase = await database.create()
      variables = variablesFor(tempDatabase)
      service = await serve(variables)
      checkout = await mkdtemp(join(tmpdir(), 'plinth-checkout-'))
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
      await rm(checkout, { recursive: true })
    })

    it('is right about a configuration in git', async () => {
      await run(['config', 'import'], variables, fileOf(smallPlant()))

      const { code, lines, stderr } = await runInCheckout(`git init --quiet\n${await gitBlock()}\ngit log --format=%s`)

      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
      expect(lines).to.include(' 1 file changed, 1 insertion(+), 1 deletion(-)')
      expect(lines).to.include('~ Tags PT-1  description: null → "Inlet"')
      expect(lines).to.include('~ Tags PT-1  description: "Inlet" → null')
      expect(lines).to.include.members(['Describe PT-1', 'Export the plant'])
      expect(lines).to.include('Nothing to do: the configuration is already up to date.')
      expect(await readdir(join(checkout, 'plant'))).to.include.members(['plinth.json', 'Tags.jsonl'])
    })

    /** Runs a script in bash. */
    async function runInCheckout(script: string) {
      const { PATH = '' } = process.env
      const env = { ...variables, ...IDENTITY, PATH, HOME: checkout, NODE: process.execPath }
      const args = ['--norc', '-euo', 'pipefail', '-c', `${SHELL_FUNCTIONS}\n${script}`]
      const child = spawn('bash', args, { cwd: checkout, env })
      child.stdin.end()
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      return { code, lines: linesOf(stdout), stderr }
    }
  })
})

async function gitBlock(): Promise<string> {
  const page = await readFile(join(REPO_ROOT, 'docs/configuration-files.md'), 'utf8')
  const chapter = page.split(TITLE)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  expect(blocks).to.have.length(1)
  return blocks.join('')
}

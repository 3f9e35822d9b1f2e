import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { forEachDatabase, type TempDatabase, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { REPO_ROOT, type Service, serve, variablesFor } from '../support/service-process.js'

/** Runs the first ten minutes of the README as written. */
describe('the README', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    let first: FreshService
    let second: FreshService
    let folder: string
    before(async () => {
      first = await freshService(database)
      second = await freshService(database)
      folder = await mkdtemp(join(tmpdir(), 'plinth-readme-'))
    })
    after(async () => {
      for (const { service, tempDatabase } of [first, second]) {
        service.kill()
        await tempDatabase.drop()
      }
      await rm(folder, { recursive: true })
    })

    it('is right about the first ten minutes', async () => {
      const [minutes = '', transfer = ''] = await blocksOf('### The first ten minutes')

      const script = `${fillIn(first, minutes, '8050')}\n${fillIn(second, transfer, '8051')}`
      const { code, responses, stderr } = await runScript(script, folder)

      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
      const [anna, otto, reset, redeemed, changed, seen, revoked, updated, imported] = responses
      expect(anna).to.include({ username: 'anna' })
      expect(otto).to.include({ username: 'otto' })
      expect([reset, changed]).to.deep.equal([{ message: 'Password reset' }, { message: 'Password changed' }])
      expect(redeemed).to.deep.equal({ message: 'Password set', username: 'anna' })
      expect(seen).to.include({ username: 'otto' })
      expect(revoked).to.have.property('message')
      expect(updated).to.equal('Settings updated')
      expect(imported).to.deep.include({ summary: { imported: 2, skipped: 7, errors: 0 } })
    })
  })
})

interface FreshService {
  readonly tempDatabase: TempDatabase
  readonly service: Service
}

async function freshService(database: TestDatabase): Promise<FreshService> {
  const tempDatabase = await database.create()
  return { tempDatabase, service: await serve(variablesFor(tempDatabase)) }
}

/** Returns the shell blocks of a chapter. */
async function blocksOf(title: string): Promise<string[]> {
  const readme = await readFile(join(REPO_ROOT, 'README.md'), 'utf8')
  const chapter = readme.split(title)[1]?.split('\n### ')[0] ?? ''
  return [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

/** Replaces the placeholders of a block by a service's address and password. */
function fillIn({ service }: FreshService, block: string, port: string): string {
  const password = service.stderr.match(/password (\S+)/)?.[1] ?? 'no password was announced'
  return block
    .replace(`http://127.0.0.1:${port}/api`, service.url)
    .replace(/'<the [^>]*printed[^>]*>'/, `'${password}'`)
}

/** Runs a script in bash. Returns the responses that it printed, one per line. */
async function runScript(script: string, cwd: string) {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd, env: { PATH } })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const responses = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => (line.startsWith('{') ? JSON.parse(line) : line))
  return { code, responses, stderr }
}

import { forEachDatabase, type TempDatabase, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { run, variablesFor } from '../support/service-process.js'

const FIRST = 'the first key for tests only, of 32 bytes or more'
const SECOND = 'the second key for tests only, of 32 bytes or more'
const THIRD = 'the third key for tests only, of 32 bytes or more'

forEachDatabase((database) => {
  describe(`a replica with another signing key on ${database.name} (F24)`, () => {
    let tempDatabase: TempDatabase
    let running: App[]
    beforeEach(async () => {
      tempDatabase = await database.create()
      running = []
    })
    afterEach(async () => {
      for (const app of running) await app.stop()
      await tempDatabase.drop()
    })
    const start = async (secretKey: string, secretKeyPrevious?: string) => {
      const app = await startWith(database, tempDatabase, secretKey, secretKeyPrevious)
      running.push(app)
      return app
    }
    const stop = async (app: App) => {
      running = running.filter((other) => other !== app)
      await app.stop()
    }

    if (database.name === 'SQLite') {
      it('adopts its key, with a warning unless the stored key is configured as the previous one', async () => {
        const seen: [number, number[]][] = []
        for (const [current, previous] of [[FIRST], [SECOND], [THIRD, SECOND]] as const) {
          const app = await start(current, previous)
          seen.push([await readiness(app), alertLevels(app)])
          await stop(app)
        }

        expect(seen).to.deep.equal([
          [200, []],
          [200, [40]],
          [200, []],
        ])
      })
      return
    }

    it('logs the problem and its remedy once, and is not ready, unlike the others', async () => {
      const one = await start(FIRST)
      const mismatched = await start(SECOND)

      const ready = [await readiness(one), await readiness(mismatched), await readiness(mismatched)]
      const { checks } = (await (await mismatched.signIn('sudo')).get('/health/ready')).body

      expect(ready).to.deep.equal([200, 503, 503])
      expect([alertLevels(one), alertLevels(mismatched)]).to.deep.equal([[], [50]])
      const failed = checks.filter((check: { ready: boolean }) => !check.ready)
      expect(failed.map(({ name }: { name: string }) => name)).to.include('signing key')
      const [signingKeyCheck] = failed.filter(({ name }: { name: string }) => name === 'signing key')
      for (const text of [signingKeyCheck.reason, mismatched.logLines.join()])
        expect(text).to.include('PLINTH_SECRET_KEY').and.include('plinth tpt adopt-key')
    })

    it('is not ready, unlike the other, when both start at the same time on an empty database', async () => {
      const both = await Promise.all([start(FIRST), start(SECOND)])

      expect((await Promise.all(both.map(readiness))).sort()).to.deep.equal([200, 503])
    })

    it('is always ready while the key is changed in three steps', async () => {
      let replicas = [await start(FIRST), await start(FIRST), await start(FIRST)]
      const seen: number[] = []
      for (const keys of [
        [FIRST, SECOND],
        [SECOND, FIRST],
        [SECOND, undefined],
      ] as const) {
        for (const [index, replica] of replicas.entries()) {
          await stop(replica)
          replicas = replicas.with(index, await start(keys[0], keys[1]))
          seen.push(...(await Promise.all(replicas.map(readiness))))
        }
      }

      expect(seen).to.deep.equal(Array(3 * 3 * 3).fill(200))
      expect(replicas.flatMap(alertLevels)).to.deep.equal([])
    })

    it('makes the others unready when the first step was skipped, rather than causing random 401s', async () => {
      const unchanged = await start(FIRST)
      const changed = await start(SECOND, FIRST)

      expect([await readiness(unchanged), await readiness(changed)]).to.deep.equal([503, 200])
    })

    it('becomes ready once `plinth tpt adopt-key` has replaced a lost key', async () => {
      await stop(await start(FIRST))
      const replicas = [await start(SECOND), await start(SECOND)]
      const before = await Promise.all(replicas.map(readiness))

      const variables = { ...variablesFor(tempDatabase), PLINTH_SECRET_KEY: SECOND }
      const { code, stdout, stderr } = await run(['tpt', 'adopt-key'], variables)
      const trail = await run(['audit', 'adopt-key'], variables)

      expect([code, trail.code], stderr + trail.stderr).to.deep.equal([0, 0])
      expect(before).to.deep.equal([503, 503])
      expect(await Promise.all(replicas.map(readiness))).to.deep.equal([200, 200])
      expect(stdout).to.match(
        /^The current key \(\w{16}\) signs third-party tokens from now on\. .* previous key \(\w{16}\)/,
      )
      expect(trail.stdout).to.match(/^The current key seals the audit trail from now on\. .*\n$/)
      expect(stdout + stderr)
        .to.not.include(FIRST)
        .and.not.include(SECOND)
      expect(alertLevels(await start(SECOND))).to.deep.equal([])
    })
  })
})

async function startWith(
  database: TestDatabase,
  tempDatabase: TempDatabase,
  secretKey: string,
  secretKeyPrevious?: string,
): Promise<App> {
  const app = await startApp({ database, on: tempDatabase, settings: { secretKey, secretKeyPrevious } })
  const stop = async () => {
    for (const key of [FIRST, SECOND, THIRD]) expect(app.logLines.join().includes(key)).to.equal(false)
    await app.stop()
  }
  return { ...app, get: app.get, stop }
}

const readiness = async (app: App) => (await app.get('/health/ready')).status

/** Returns the levels of warnings and errors about the signing key. */
function alertLevels({ logLines }: App): number[] {
  const lines = logLines.map((line) => JSON.parse(line) as { level: number; msg: string })
  return lines.filter(({ level, msg }) => level >= 40 && msg.includes('PLINTH_SECRET_KEY')).map(({ level }) => level)
}

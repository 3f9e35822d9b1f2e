import { forEachDatabase, type TempDatabase, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { run, variablesFor } from '../support/service-process.js'

const FIRST = 'the first key for tests only, of 32 bytes or more'
const SECOND = 'the second key for tests only, of 32 bytes or more'
const THIRD = 'the third key for tests only, of 32 bytes or more'

forEachDatabase((database) => {
  describe(`F24 a replica has another secret key, ${database.name}`, () => {
    let place: TempDatabase
    let running: App[]
    beforeEach(async () => {
      place = await database.create()
      running = []
    })
    afterEach(async () => {
      for (const app of running) await app.stop()
      await place.drop()
    })
    const start = async (secretKey: string, secretKeyPrevious?: string) => {
      const app = await startWith(database, place, secretKey, secretKeyPrevious)
      running.push(app)
      return app
    }
    const stop = async (app: App) => {
      running = running.filter((other) => other !== app)
      await app.stop()
    }

    if (database.name === 'SQLite') {
      it('F24 nobody else is there, so it takes over with a warning, and without one from a previous key', async () => {
        const seen: [number, number[]][] = []
        for (const [current, previous] of [[FIRST], [SECOND], [THIRD, SECOND]] as const) {
          const app = await start(current, previous)
          seen.push([await readiness(app), complaints(app)])
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

    it('F24 it says so once, with the remedy, and is not ready, while the others are', async () => {
      const one = await start(FIRST)
      const stranger = await start(SECOND)

      const ready = [await readiness(one), await readiness(stranger), await readiness(stranger)]
      const { checks } = (await (await stranger.signIn('sudo')).get('/health/ready')).body

      expect(ready).to.deep.equal([200, 503, 503])
      expect([complaints(one), complaints(stranger)]).to.deep.equal([[], [50]])
      const wrong = checks.filter((check: { ready: boolean }) => !check.ready)
      expect(wrong.map(({ name }: { name: string }) => name)).to.include('signing key')
      const [ofTokens] = wrong.filter(({ name }: { name: string }) => name === 'signing key')
      for (const told of [ofTokens.reason, stranger.logLines.join()])
        expect(told).to.include('PLINTH_SECRET_KEY').and.include('plinth tpt adopt-key')
    })

    it('F24 of two that start at once on an empty database, one is not ready', async () => {
      const both = await Promise.all([start(FIRST), start(SECOND)])

      expect((await Promise.all(both.map(readiness))).sort()).to.deep.equal([200, 503])
    })

    it('F24 the key is changed in three steps, in which no replica is unready for a moment', async () => {
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

      expect(seen).to.deep.equal(Array(27).fill(200))
      expect(replicas.flatMap(complaints)).to.deep.equal([])
    })

    it('F24 a replica that is changed without the first step makes the others unready, instead of random 401s', async () => {
      const unchanged = await start(FIRST)
      const changed = await start(SECOND, FIRST)

      expect([await readiness(unchanged), await readiness(changed)]).to.deep.equal([503, 200])
    })

    it('F24 a key that is lost is given up by the command, and its replacement is ready from then on', async () => {
      await stop(await start(FIRST))
      const replicas = [await start(SECOND), await start(SECOND)]
      const before = await Promise.all(replicas.map(readiness))

      const variables = { ...variablesFor(place), PLINTH_SECRET_KEY: SECOND }
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
      expect(complaints(await start(SECOND))).to.deep.equal([])
    })
  })
})

async function startWith(
  database: TestDatabase,
  place: TempDatabase,
  secretKey: string,
  secretKeyPrevious?: string,
): Promise<App> {
  const app = await startApp({ database, on: place, settings: { secretKey, secretKeyPrevious } })
  const stop = async () => {
    for (const key of [FIRST, SECOND, THIRD]) expect(app.logLines.join().includes(key)).to.equal(false)
    await app.stop()
  }
  return { ...app, get: app.get, stop }
}

const readiness = async (app: App) => (await app.get('/health/ready')).status

/** The levels of the lines about the key that are no mere notes. */
function complaints({ logLines }: App): number[] {
  const lines = logLines.map((line) => JSON.parse(line) as { level: number; msg: string })
  return lines.filter(({ level, msg }) => level >= 40 && msg.includes('PLINTH_SECRET_KEY')).map(({ level }) => level)
}

import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_PASSWORD, type TempDatabase, testDatabases } from '@plinth/testing'
import { keyId } from '@plinth/tpt'
import { expect } from 'chai'
import { run, serve, type Variables, variablesFor } from '../../../test/support/service-process.js'

const UNRELATED_KEY = 'Jq3-unrelated-Xw81-keys-for-tests-only-2a7f'
const CONFIGURED_KEY = 'Lm5-configured-Rt42-keys-for-tests-only-9c1e'

describe('a key file in the data folder', function () {
  this.timeout(60_000)

  let tempDatabase: TempDatabase
  let keyless: Variables
  let keyFile: string
  beforeEach(async () => {
    const sqlite = testDatabases.find(({ name }) => name === 'SQLite')
    if (!sqlite) throw new Error('there is no SQLite to test on')
    tempDatabase = await sqlite.create()
    const { PLINTH_SECRET_KEY: _, ...others } = variablesFor(tempDatabase)
    keyless = { ...others, PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
    keyFile = join(tempDatabase.dataDir, 'secret.key')
    await serveOnce(keyless) // creates the file
  })
  afterEach(() => tempDatabase.drop())

  /** Starts a service, and stops it when all events are sealed. */
  const serveOnce = async (variables: Variables) => (await serve(variables)).end('SIGTERM')
  const signingKeyLines = (stdout: string) => stdout.match(/^\w+ +signing key — .*$/gm)?.join('\n') ?? ''
  const backUp = async (name: string, variables: Variables) => {
    const ended = await run(['backup', join(tempDatabase.dataDir, name), '--json'], variables)
    expect(ended).to.deep.include({ code: 0, stderr: '' })
    return JSON.parse(ended.stdout)
  }

  it('is named by a backup as the key that belongs to the copy', async () => {
    expect(await backUp('one.db', keyless)).to.include({ signing_key: keyFile, unused_key_file: null })
  })

  it('is reported by doctor and by a backup if it is not the current key', async () => {
    const changed = {
      ...keyless,
      PLINTH_SECRET_KEY: CONFIGURED_KEY,
      PLINTH_SECRET_KEY_PREVIOUS: await readFile(keyFile, 'utf8'),
    }
    const service = await serve(changed)

    const saved = await backUp('two.db', changed)
    service.kill()
    const previous = await run(['doctor'], changed)
    await writeFile(keyFile, UNRELATED_KEY)
    const forgotten = await run(['doctor'], changed)
    await writeFile(keyFile, CONFIGURED_KEY)
    const same = await run(['doctor'], changed)

    expect(saved).to.include({ signing_key: 'PLINTH_SECRET_KEY', unused_key_file: keyFile })
    expect(saved).to.include({
      previous_key: 'PLINTH_SECRET_KEY_PREVIOUS',
      retired_keys: null,
      audit_key: null,
      previous_audit_key: null,
    })
    const warning = `warn  signing key — ${keyFile} is not the current key, which is PLINTH_SECRET_KEY`
    expect(signingKeyLines(previous.stdout)).to.include(
      `${warning}: it is PLINTH_SECRET_KEY_PREVIOUS; unless it belongs`,
    )
    expect(signingKeyLines(forgotten.stdout)).to.include(`${warning}; unless it belongs`)
    expect(signingKeyLines(same.stdout)).not.to.include('is not the current key')
  })

  it('makes every start and command fail while it is missing, and none creates another key or changes the trail', async () => {
    const lost = join(tempDatabase.dataDir, 'lost.key')
    await rename(keyFile, lost)
    const anotherPrevious = { ...keyless, PLINTH_SECRET_KEY_PREVIOUS: CONFIGURED_KEY }

    const refused = [
      await run(['serve'], keyless),
      await run(['tpt', 'list'], keyless),
      await run(['users', 'list'], anotherPrevious),
      await run(['backup', join(tempDatabase.dataDir, 'copy.db')], keyless),
    ]
    const doctor = await run(['doctor'], keyless)
    const isCreated = existsSync(keyFile)
    await rename(lost, keyFile)
    const verified = await run(['audit', 'verify'], keyless)

    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).to.deep.equal([3, ''])
      expect(stderr).to.match(
        /^The signing key of this database is missing: there is no \S+secret\.key\. Restore .* from the backup, .* plinth tpt adopt-key\b.*\n$/,
      )
    }
    expect(isCreated).to.equal(false)
    expect(signingKeyLines(doctor.stdout)).to.match(/^fail {2}signing key — \S+secret\.key is missing, .*adopt-key$/)
    expect(verified).to.deep.include({ code: 0, stderr: '' })
  })

  it('makes every start and command fail while it has another key, and none changes the trail', async () => {
    const own = await readFile(keyFile, 'utf8')
    await writeFile(keyFile, UNRELATED_KEY)

    const refused = [await run(['serve'], keyless), await run(['users', 'list'], keyless)]
    const doctor = await run(['doctor'], keyless)
    await writeFile(keyFile, own)
    const verified = await run(['audit', 'verify'], keyless)

    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).to.deep.equal([3, ''])
      expect(stderr).to.match(
        /^The signing key of this database is missing: \S+secret\.key contains a different key\. .*adopt-key\b/,
      )
    }
    expect(doctor.stdout).to.match(/^fail {2}signing key — another key has signed/m)
    expect(verified).to.deep.include({ code: 0, stderr: '' })
  })

  for (const adoptKey of [
    ['tpt', 'adopt-key'],
    ['audit', 'adopt-key'],
  ])
    it(`is created again by plinth ${adoptKey.join(' ')} if it is lost, and the trail records that`, async () => {
      const previous = keyId(await readFile(keyFile, 'utf8'))
      await rm(keyFile)

      const adopted = await run([...adoptKey, '--json'], keyless)
      const listed = await run(['tpt', 'list'], keyless)
      const verified = await run(['audit', 'verify'], keyless)

      const current = keyId(await readFile(keyFile, 'utf8'))
      const result = adoptKey[0] === 'tpt' ? { key_id: current, previous_key_id: previous } : { adopted: true }
      expect(adopted.code).to.equal(0)
      expect(JSON.parse(adopted.stdout)).to.deep.equal(result)
      expect(listed).to.deep.include({ code: 0, stderr: '' })
      expect(verified.code).to.equal(1)
      expect(verified.stdout).to.match(/restarted/)
    })

  it('is replaced at the next start if it was moved away, and the trail stays valid', async () => {
    const previous = join(tempDatabase.dataDir, 'previous.key')
    await rename(keyFile, previous)
    await serveOnce({ ...keyless, PLINTH_SECRET_KEY_PREVIOUS_FILE: previous })

    const retired = { ...keyless, PLINTH_AUDIT_KEYS_RETIRED_FILE: previous }
    const doctor = await run(['doctor'], retired)
    const verified = await run(['audit', 'verify'], retired)

    expect(await readFile(keyFile, 'utf8')).not.to.equal(await readFile(previous, 'utf8'))
    expect(verified).to.deep.include({ code: 0, stderr: '' })
    expect(verified.stdout).to.match(/^Sealed with a previous key \(\w{16}\): \d+ events?\.$/m)
    expect(signingKeyLines(doctor.stdout)).to.match(/^ok {4}signing key — .*$/)
    const saved = await backUp('three.db', retired)
    expect(saved).to.include({
      signing_key: keyFile,
      unused_key_file: null,
      previous_key: null,
      retired_keys: previous,
    })
  })
})

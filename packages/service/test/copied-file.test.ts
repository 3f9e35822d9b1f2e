import { createPlinth } from '@plinth/service'
import { TEST_PASSWORD, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../../../test/support/app.js'
import { FaultyProxy } from '../../../test/support/faulty-proxy.js'
import { run, SECRET_KEY, serve, type Variables, variablesFor } from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'
import { databaseNamed } from './support/database-named.js'

/**
 * Returns SQL that adds a trigger to the table of users once it is created. Uses another schema, because `public` must
 * be empty.
 */
const triggerOnUsers = (body: string, trigger: string, when = '') => `
  CREATE SCHEMA elsewhere;
  CREATE FUNCTION elsewhere.interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$;
  CREATE FUNCTION elsewhere.watch() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF to_regclass('plinth_users') IS NOT NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'interfere') THEN
      CREATE ${trigger} ON plinth_users ${when} FOR EACH ROW EXECUTE FUNCTION elsewhere.interfere();
    END IF; END $$;
  CREATE EVENT TRIGGER watch ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION elsewhere.watch()`

/** Makes the COMMIT of the copied users fail. */
const REFUSE_COMMIT = triggerOnUsers(
  `RAISE EXCEPTION 'no room'`,
  'CONSTRAINT TRIGGER interfere AFTER INSERT',
  'DEFERRABLE INITIALLY DEFERRED',
)

describe('a SQLite file that was copied', function () {
  this.timeout(120_000)

  let source: TempDatabase
  let target: TempDatabase
  let variables: Variables
  const copy = (...args: string[]) => run(['copy', ...args], variables)

  beforeEach(async () => {
    source = await databaseNamed('SQLite').create()
    target = await databaseNamed('PostgreSQL').create()
    variables = { ...variablesFor(source), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
    await (await startApp({ database: databaseNamed('SQLite'), on: source })).stop()
  })
  afterEach(async () => {
    await source.drop()
    await target.drop()
  })

  it('can no longer be opened, changed or migrated, and errors name its copy without a secret', async () => {
    await copy('--to', target.url)

    for (const args of [['serve'], ['migrate'], ['users', 'disable', 'sudo']]) {
      const ended = await run(args, variables)

      expect(ended, args.join()).to.deep.include({ code: 3, stdout: '' })
      const { host, pathname, password } = new URL(target.url)
      expect(ended.stderr)
        .to.match(new RegExp(`plinth\\.db was copied to ${host}${pathname} at 20\\d\\d-\\S+Z: .* plinth copy --forget`))
        .and.not.include(`:${password}@`)
    }
  })

  it('is refused even if the recorded time of the copy is impossible', async () => {
    await copy('--to', target.url)
    await withDatabase(source, (db) => db('plinth_copies').update({ copied_at: '9e99' }))

    const ended = await run(['serve'], variables)

    expect(ended.code).to.equal(3)
    expect(ended.stderr).to.match(/was copied to \S+ at 1970-01-01T00:00:00.000Z/)
  })

  it('is refused by the kernel of a host', async () => {
    await copy('--to', target.url)
    const plinth = createPlinth({ databaseUrl: source.url, dataDir: source.dataDir, secretKey: SECRET_KEY })

    const problem = await plinth.start().catch((error) => error)
    await plinth.stop()

    expect(problem).to.include({ name: 'StartupError' })
    expect(problem.message).to.match(/was copied to .* forgetCopy/)
  })

  it('is reported by doctor', async () => {
    await copy('--to', target.url)

    const { code, stdout } = await run(['doctor'], variables)

    expect(code).to.equal(1)
    expect(stdout).to.match(
      /^fail {2}database — \S+plinth\.db was copied to \S+ at \S+, .*; set .* plinth copy --forget$/m,
    )
  })

  it('can be opened by a service again only after plinth copy --forget', async () => {
    const early = await copy('--forget')
    await copy('--to', target.url)

    const forgotten = await copy('--forget', '--json')
    const service = await serve(variables)
    const login = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const running = await copy('--forget')
    service.kill()

    expect(early).to.deep.include({ code: 1, stdout: '' })
    expect(early.stderr).to.match(/was not copied/)
    expect(forgotten).to.deep.include({ code: 0, stderr: '' })
    const { host, pathname } = new URL(target.url)
    expect(JSON.parse(forgotten.stdout)).to.include({ copied_to: `${host}${pathname}` })
    expect(login.status).to.equal(200)
    expect(running.code).to.equal(3)
  })

  it('invalidates sessions and one-time codes when the copy is forgotten, and reports the access that remains', async () => {
    const before = await serve(variables)
    const { apiKey } = (await before.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })).body
    await before.client.withKey(apiKey).post('/users/create_tpt', { role_name: 'operator' })
    await before.end('SIGTERM')
    const { code } = JSON.parse((await run(['users', 'code', 'sudo', '--json'], variables)).stdout)
    await copy('--to', target.url)

    const forgotten = await copy('--forget')
    const service = await serve(variables)
    const { status } = await service.client.withKey(apiKey).get('/users/')
    const redemption = { username: 'sudo', code, new_password: 'a quiet mill 42' }
    const redeemed = await service.client.post('/users/redeem_code', redemption)
    service.kill()
    const events = await withDatabase(source, (db) => db('plinth_audit_events').where({ event: 'copy-forgotten' }))

    expect(forgotten).to.deep.include({ code: 0, stderr: '' })
    expect(forgotten.stdout)
      .to.match(
        /^All sessions have ended \(1\): all users must log in again\. One-time codes and recovery codes are no longer valid\.$/m,
      )
      .and.match(/^Third-party tokens are valid \(1\), even those revoked after the copy: see plinth tpt list\.$/m)
      .and.match(/^Disabled users and passwords are as they were at the time of the copy: see plinth users list\.$/m)
    expect([status, redeemed.status, redeemed.body.code]).to.deep.equal([401, 403, 'CODE_INVALID'])
    expect(events.map(({ details }) => JSON.parse(details).sessions)).to.deep.equal([1])
  })

  it('is copied even if the response to COMMIT is lost', async () => {
    const proxy = new FaultyProxy(new URL(target.url))
    const port = await proxy.open()
    proxy.loseResponseToCommit()

    const ended = await copy('--to', throughPort(target.url, port))
    const start = await run(['serve'], variables)
    proxy.close()

    expect(ended).to.deep.include({ code: 0, stderr: '' })
    expect(ended.stdout).to.match(/were copied and verified\.$/m)
    expect(start.code).to.equal(3)
    expect(start.stderr).to.include('was copied')
  })

  it('stays marked if the server stops responding at COMMIT, and the command says what to check', async () => {
    const proxy = new FaultyProxy(new URL(target.url))
    const port = await proxy.open()
    proxy.loseResponseToCommit(() => proxy.close())

    const ended = await copy('--to', throughPort(target.url, port))
    const start = await run(['serve'], variables)

    expect(ended).to.deep.include({ code: 1, stdout: '' })
    expect(ended.stderr).to.match(
      /^It is unknown whether the database was copied: .* plinth copy --forget .* and copy again\.$/m,
    )
    expect(start.code).to.equal(3)
    expect(start.stderr).to.include('was copied')
  })

  it('can be copied again', async () => {
    const other = await databaseNamed('PostgreSQL').create()
    await copy('--to', target.url)

    const again = await copy('--to', other.url)
    const start = await run(['serve'], variables)
    const names = await withDatabase(other, (db) => db('pg_tables').where({ schemaname: 'public' }).pluck('tablename'))
    await other.drop()

    expect(again).to.deep.include({ code: 0, stderr: '' })
    expect(start.stderr).to.include(`was copied to ${new URL(other.url).host}${new URL(other.url).pathname}`)
    expect(names).to.include('plinth_users').and.not.include('plinth_copies')
  })

  it('can still be opened by a service if the copy failed, even at COMMIT', async () => {
    await withDatabase(target, (db) => db.raw(REFUSE_COMMIT))

    const failed = await copy('--to', target.url)
    const service = await serve(variables)
    service.kill()

    expect(failed).to.deep.include({ code: 1, stdout: '' })
    expect(failed.stderr).to.match(/cannot write to the target database/)
  })

  for (const { what, body, copied } of [
    { what: 'drops a row', body: 'RETURN NULL', copied: '0 of 1' },
    { what: 'changes a value', body: `NEW.email := 'other@plant.test'; RETURN NEW`, copied: '1 of 1' },
  ])
    it(`is not copied to a database that ${what}, which stays empty, and can still be opened`, async () => {
      await withDatabase(target, (db) => db.raw(triggerOnUsers(body, 'TRIGGER interfere BEFORE INSERT')))

      const failed = await copy('--to', target.url)
      const service = await serve(variables)
      service.kill()
      const tables = await withDatabase(target, (db) => db('pg_tables').where({ schemaname: 'public' }))

      expect(failed).to.deep.include({ code: 1, stdout: '' })
      expect(failed.stderr).to.include(`the table plinth_users differs from the source: ${copied} rows were copied`)
      expect(tables).to.deep.equal([])
    })
})

function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}

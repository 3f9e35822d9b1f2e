import { setTimeout as pause } from 'node:timers/promises'
import { TEST_PASSWORD, type TempDatabase, TestClient, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { run, type Service, serve, type Variables, variablesFor } from '../support/service-process.js'
import { withDatabase } from '../support/with-database.js'
import { type Callers, randomFrom, SUDOS, WRITES } from './mixed-writes.js'

const CLIENTS = 32
const SECONDS = Number(process.env.MIXED_LOAD_SECONDS ?? 10)
const SEED = Number(process.env.MIXED_LOAD_SEED ?? Date.now() % 1_000_000)
/** How much longer the load may last, until each write and route has succeeded. */
const EXTENSION_MS = 120_000
const SESSIONS_PER_USER = 3
const ADDING_USERS = ['POST /users/signup', 'POST /users/add']
/** Whether a request succeeded or was refused, in contrast to a failure of the service. */
const isExpected = (status: number) => status < 500

describe(`mixed writes by ${CLIENTS} clients to two replicas (MIXED_LOAD_SEED=${SEED})`, function () {
  this.timeout(60_000 + SECONDS * 2_000 + EXTENSION_MS)
  let database: TempDatabase
  let variables: Variables
  let replicas: readonly Service[]
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    database = await postgres.create()
    variables = {
      ...variablesFor(database),
      PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
      PLINTH_TRUSTED_PROXIES: 'loopback',
      PLINTH_SESSIONS_PER_USER: String(SESSIONS_PER_USER),
      PLINTH_RATE_LIMIT: '1000000',
      PLINTH_LOCKOUT_ATTEMPTS: '1000', // wrong current passwords must not lock the sudo users
      PLINTH_MAX_PLANS: '1000',
    }
    replicas = [await serve(variables), await serve(variables)]
  })
  after(async () => {
    for (const replica of replicas) replica.kill()
    await database.drop()
  })

  it('get no 5xx, and leave a sudo user, unique names, few sessions and an intact audit trail', async () => {
    const routes = await writeRoutesOf(replicas[0] as Service)
    /** Writes and routes that have not succeeded so far. */
    const missing = new Set([...Object.keys(WRITES), ...routes])
    let added = 0
    const onSuccess = (call: string) => {
      if (ADDING_USERS.includes(call)) added += 1
      const route = routes.find((each) => isFor(call, each))
      if (route !== undefined) missing.delete(route)
    }
    const callers: Callers[] = []
    for (const [index, replica] of replicas.entries())
      callers.push(await callersOf(replica, index, variables, onSuccess))
    const statuses: Record<string, Record<number, number>> = {}
    const faults: string[] = []
    const end = performance.now() + SECONDS * 1_000
    // On a busy machine it takes longer until nothing is missing
    const isOver = () => performance.now() > (missing.size === 0 ? end : end + EXTENSION_MS)
    const client = async (number: number) => {
      const random = randomFrom(SEED + number)
      while (!isOver()) {
        const [name = '', write] = Object.entries(WRITES)[random(Object.keys(WRITES).length)] ?? []
        const responses = await write?.(callers[random(callers.length)] as Callers, random)
        for (const { status, text } of responses ?? []) {
          statuses[name] ??= {}
          const counts = statuses[name]
          counts[status] = (counts[status] ?? 0) + 1
          if (status === 200) missing.delete(name)
          if (!isExpected(status)) faults.push(`${name}: ${status} ${text}`)
        }
      }
    }

    const administrator = async () => {
      for (let turn = 0; !isOver(); turn += 1) {
        const { status, text } = await (callers[turn % 2] as Callers).restoreSudo(SUDOS[turn % SUDOS.length] as string)
        if (!isExpected(status)) faults.push(`login of a sudo user: ${status} ${text}`)
      }
    }

    // All the time, because the administrator soon restores a missing sudo user
    let fewestSudos = Number.POSITIVE_INFINITY
    const watchSudos = () =>
      withDatabase(database, async (db) => {
        while (!isOver()) {
          const sudos = db('plinth_users as u').join('plinth_roles as r', 'r.id', 'u.role_id').where({ level: 0 })
          fewestSudos = Math.min(fewestSudos, (await sudos.whereNull('disabled_at')).length)
          await pause(10)
        }
      })

    await Promise.all([
      administrator(),
      watchSudos(),
      ...Array.from({ length: CLIENTS }, (_, number) => client(number)),
    ])

    console.log(JSON.stringify(statuses))
    expect(faults.slice(0, 5), `${faults.length} of them`).to.deep.equal([])
    expect([...missing], 'writes and routes that never succeeded').to.deep.equal([])
    await withDatabase(database, async (db) => {
      expect(fewestSudos, 'active sudo users at any time').to.be.at.least(1)
      const sessions = db('plinth_sessions').select('user_identifier').groupBy('user_identifier')
      expect(await sessions.havingRaw('count(*) > ?', [SESSIONS_PER_USER])).to.deep.equal([])
      const names = db('plinth_users').select(db.raw('lower(username)')).groupByRaw('lower(username)')
      expect(await names.havingRaw('count(*) > 1')).to.deep.equal([])
      const signups = await db('plinth_audit_events').where({ event: 'signup', result: 'done' })
      expect(signups.length).to.equal(added)
    })
    expect(await run(['audit', 'verify'], variables)).to.deep.include({ code: 0, stderr: '' })
  })
})

/** Returns all routes that are not for reading, such as `DELETE /roles/{name}`. */
async function writeRoutesOf({ client }: Service): Promise<string[]> {
  const { paths } = (await client.get('/openapi.json')).body as { paths: Record<string, object> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  return operations.filter((operation) => /^(POST|PUT|PATCH|DELETE) /.test(operation))
}

const isFor = (call: string, route: string) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(call)

/** Creates the users of the load, who are the same on all replicas. `onSuccess` gets each call with the status 200. */
async function callersOf(
  { url }: Service,
  index: number,
  variables: Variables,
  onSuccess: (call: string) => void,
): Promise<Callers> {
  const check = (call: string) => {
    if (call.endsWith(' → 200')) onSuccess(call.replace(/\?.*| → 200$/, ''))
  }
  let address = 0
  const nobody = () => {
    address += 1
    const from = `10.${index}.${address >> 8}.${address & 255}`
    return new TestClient(url, { check }, { 'X-Forwarded-For': from })
  }
  const logIn = async (username: string) => {
    const { status, body, text } = await nobody().post('/users/login', { username, password: TEST_PASSWORD })
    expect(status, text).to.equal(200)
    return nobody().withKey(body.apiKey)
  }
  const sudo = await logIn('sudo')
  const add = async (username: string, role: string) => {
    const user = { username, email: `${username}@mixed.test`, password: TEST_PASSWORD, role_name: role }
    expect((await sudo.post('/users/signup', user)).status, username).to.equal(200)
  }
  if (index === 0) for (const name of SUDOS) if (name !== 'sudo') await add(name, 'sudo')
  await add(`admin-${index}`, 'admin')
  const sudos = new Map<string, TestClient>()
  for (const name of SUDOS) sudos.set(name, await logIn(name))
  let isBusy = false
  return {
    nobody,
    admin: await logIn(`admin-${index}`),
    sudo: (name) => sudos.get(name) ?? sudo,
    async restoreSudo(name) {
      await run(['users', 'enable', name], variables)
      await run(['users', 'set-role', name, 'sudo'], variables)
      const login = await nobody().post('/users/login', { username: name, password: TEST_PASSWORD })
      if (login.status === 200) sudos.set(name, nobody().withKey(login.body.apiKey))
      return login
    },
    async unlessBusy(work) {
      if (isBusy) return []
      isBusy = true
      return work().finally(() => {
        isBusy = false
      })
    },
  }
}

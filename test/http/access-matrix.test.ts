import { forEachDatabase, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

const WITHOUT_VALID_KEY = ['anonymous', 'invalid key'] as const
const ROLES = ['sudo', 'admin', 'supervisor', 'operator', 'auditor', 'guest'] as const
const TOKENS = ['sudo token', 'admin token', 'operator token'] as const

/** The expected result of every route for each of `CALLERS`, in order. `ok` is any status except 401 and 403. */
const MATRIX = `
  GET /                         ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /health/live              ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /health/ready             ok  401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /openapi.json             ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /metrics                  401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /overview                 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /audit/export             401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /audit/verify            401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /audit/own                401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  GET /audit                    401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /console                  ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /console/assets/:name     ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /docs                     ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /docs/:file               ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /users/                   401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /users/:username          401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  PATCH /users/:username        401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  DELETE /users/:username       401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /users/:username/sessions 401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  DELETE /users/:username/sessions 401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  DELETE /users/:username/sessions/:id 401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  GET /users/:username/access   401 401 | ok  ok  403 403 403 403 | ok  ok  403
  DELETE /users/:username/lock  401 401 | ok  ok  403 403 403 403 | 403 403 403
  POST /users/add               401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /users/redeem_code       ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /users/:username/code    401 401 | ok  ok  403 403 403 403 | 403 403 403
  GET /users/:username/code     401 401 | ok  ok  403 403 403 403 | ok  ok  403
  DELETE /users/:username/code  401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /codes                    401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /roles                    401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /roles                   401 401 | ok  403 403 403 403 403 | 403 403 403
  PATCH /roles/:name            401 401 | ok  403 403 403 403 403 | 403 403 403
  DELETE /roles/:name           401 401 | ok  403 403 403 403 403 | 403 403 403
  POST /users/signup            ok  401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /users/login             ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /users/logout            401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  POST /users/confirm           401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  POST /users/complete_login    ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /users/enrol_at_login    ok  ok  | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /users/enrol_second_factor 401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  POST /users/confirm_second_factor 401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  POST /users/recovery_codes    401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  GET /users/:username/second_factor 401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  DELETE /users/:username/second_factor 401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  GET /session                  401 401 | ok  ok  ok  ok  ok  ok  | ok  ok  ok
  POST /users/change_password   401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  POST /users/reset_password    401 401 | ok  ok  ok  ok  ok  ok  | 401 401 401
  POST /users/create_tpt        401 401 | ok  403 403 403 403 403 | 403 403 403
  GET /tpt                      401 401 | ok  403 403 403 403 403 | ok  403 403
  DELETE /tpt/:id               401 401 | ok  403 403 403 403 403 | ok  403 403
  GET /settings                 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  PUT /settings/update          401 401 | ok  ok  403 403 403 403 | ok  ok  403
  PUT /settings/logger_period   401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/sources         401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/log             401 401 | ok  ok  403 403 403 403 | ok  ok  403
  PUT /settings/debug           401 401 | ok  ok  403 403 403 403 | ok  ok  403
  DELETE /settings/debug        401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/tables          401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/tables/:table   401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/export_config   401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/canonical_config 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/import_config  401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/plans          401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/plans           401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/plans/:plan     401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/plans/:plan/changes 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/plans/:plan/apply 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  DELETE /settings/plans/:plan  401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/snapshots       401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/snapshots      401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/snapshots/:snapshot 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  DELETE /settings/snapshots/:snapshot 401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/files          401 401 | ok  ok  403 403 403 403 | ok  ok  403
  GET /settings/files           401 401 | ok  ok  403 403 403 403 | ok  ok  403
  DELETE /settings/files/:file  401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/comparisons    401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/merges         401 401 | ok  ok  403 403 403 403 | ok  ok  403
  POST /settings/snapshots/:snapshot/plan 401 401 | ok  ok  403 403 403 403 | ok  ok  403
`

const CALLERS = [...WITHOUT_VALID_KEY, ...ROLES, ...TOKENS] as const
type Verdicts = Readonly<Record<string, string>>
type Clients = ReadonlyMap<string, Pick<TestClient, 'send'>>

/** The operations that need a fresh login. `changeUser` needs one only when users change their own e-mail address. */
const FRESH_LOGINS = [
  'addRole',
  'applyPlan',
  'changeRole',
  'confirmSecondFactor',
  'deleteRole',
  'endSession',
  'endSessions',
  'enrolSecondFactor',
  'issueCode',
  'removeSecondFactor',
  'renewRecoveryCodes',
  'unlockUser',
]

describe('who may call what', () => {
  forEachDatabase((database) => {
    let app: App
    let clients: Clients
    before(async () => {
      app = await startApp({ database })
      clients = await clientsOf(app)
    })
    after(() => app.stop())

    it('is listed for exactly the existing routes', () => {
      const routes = app.kernel.routes.map(({ method, path }) => `${method} ${path}`)

      expect([...rowsOf(MATRIX).keys()]).to.have.members(routes)
    })

    it('includes a fresh login for exactly the listed operations', () => {
      const fresh = app.kernel.routes.filter(({ access }) => typeof access === 'object' && access.fresh)

      expect(fresh.map(({ operationId }) => operationId)).to.have.members(FRESH_LOGINS)
    })

    for (const [address, expected] of rowsOf(MATRIX)) {
      it(`${address} allows ${describeAllowed(expected)}`, async () => {
        const isLogout = address === 'POST /users/logout'
        const callers = isLogout ? await clientsOf(app) : clients // the other rows need valid keys

        const verdicts = await verdictsOn(app, address, callers)

        expect(verdicts).to.deep.equal(expected)
      })
    }
  })
})

function rowsOf(matrix: string): ReadonlyMap<string, Verdicts> {
  const rows = matrix.trim().split('\n')
  return new Map(
    rows.map((row) => {
      const [method, path, ...cells] = row.split(/[\s|]+/).filter(Boolean)
      return [`${method} ${path}`, Object.fromEntries(CALLERS.map((caller, index) => [caller, cells[index] ?? '']))]
    }),
  )
}

function describeAllowed(verdicts: Verdicts): string {
  const allowed = CALLERS.filter((caller) => verdicts[caller] === 'ok')
  return allowed.length === CALLERS.length ? 'everybody' : `only ${allowed.join(', ')}`
}

async function clientsOf(app: App): Promise<Clients> {
  const clients = new Map<string, Pick<TestClient, 'send'>>([
    ['anonymous', app],
    ['invalid key', app.withKey('x'.repeat(43))],
  ])
  for (const role of ROLES) clients.set(role, await app.signIn(role))
  const sudo = await app.signIn('sudo')
  for (const caller of TOKENS) {
    const response = await sudo.post('/users/create_tpt', { role_name: caller.split(' ')[0] })
    clients.set(caller, app.withKey(response.body.token))
  }
  return clients
}

/** Returns HEAD for the stream of log lines, whose response to GET has no end. */
const methodOf = ({ method, path }: { method: string; path: string }) => (path === '/settings/log' ? 'HEAD' : method)

/** Returns the result of each caller for a request without effect: with an unknown name and an invalid body. */
async function verdictsOn(app: App, address: string, clients: Clients): Promise<Verdicts> {
  const route = app.kernel.routes.find(({ method, path }) => `${method} ${path}` === address)
  if (!route) throw new Error(`There is no route ${address}.`)
  const path = route.path.replace(/:\w+/g, 'unknown')
  const verdicts: Record<string, string> = {}
  for (const [caller, client] of clients) {
    const { status } = await client.send(methodOf(route), path, route.body === undefined ? {} : { body: [] })
    verdicts[caller] = status === 401 || status === 403 ? String(status) : 'ok'
  }
  return verdicts
}

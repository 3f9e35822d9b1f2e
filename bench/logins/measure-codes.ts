import { TOTP } from 'otpauth'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { PASSWORD, type Service } from '../support/service.js'
import { send } from './send.js'

/** Maximum time of a login with a second factor, or of a redemption, ÷ that of a plain login. */
const MAX_RATIO = 1.1
/** Maximum of the slowest median ÷ the fastest − 1. */
const MAX_SPREAD = 0.1
const TURNS = 10
const TOTP_STEP_MS = 30_000
/** Number of wrong codes that lock an account. */
const WRONG_CODES_TO_LOCK = 5
const WRONG_CODE = '0000-0000-0000'

/** Compares logins with a second factor, and redemptions of one-time codes, with plain logins, in turns. */
export async function codeFigures(database: string, service: Service): Promise<Figure[]> {
  const post = (path: string, body: object, key?: string) => send(`${service.url}${path}`, body, key)
  const admin = await newUser(service, 'code-admin', 'admin')
  await newUser(service, 'code-plain', 'operator')
  await newUser(service, 'code-forgetful', 'operator')
  const codes = await Promise.all(
    Array.from({ length: TURNS }, (_, turn) => enrolledUser(service, `code-enrolled-${turn}`)),
  )

  const times: Record<'plain' | 'factor' | 'redemption', number[]> = { plain: [], factor: [], redemption: [] }
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.plain.push((await post('/users/login', { username: 'code-plain', password: PASSWORD })).milliseconds)
    const begun = await post('/users/login', { username: `code-enrolled-${turn}`, password: PASSWORD })
    const completion = { login_key: begun.body.login_key, code: codes[turn] }
    const completed = await post('/users/complete_login', completion)
    if (completed.status !== 200) throw new Error(`complete_login: ${completed.status}`)
    times.factor.push(begun.milliseconds + completed.milliseconds)
    const issued = await post('/users/code-forgetful/code', {}, admin)
    const redemption = { username: 'code-forgetful', code: issued.body.code, new_password: `${PASSWORD} ${turn}` }
    const redeemed = await post('/users/redeem_code', redemption)
    if (redeemed.status !== 200) throw new Error(`redeem_code: ${redeemed.status}`)
    times.redemption.push(redeemed.milliseconds)
  }
  const plain = median(times.plain)
  const ratio = (what: string, all: readonly number[]): Figure => ({
    database,
    what: `${what} ÷ login, time`,
    value: median(all) / plain,
    unit: '×',
    max: MAX_RATIO,
    note: `median of ${TURNS}: ${median(all).toFixed(0)} ms, ${plain.toFixed(0)} ms`,
  })
  return [
    ratio('login with a second factor', times.factor),
    ratio('redemption of a code', times.redemption),
    await refusalFigure(database, service, admin),
  ]
}

/** Compares how long refusals take: of an unknown name, a wrong code, a spent code and a locked account, in turns. */
async function refusalFigure(database: string, service: Service, admin: string): Promise<Figure> {
  const post = (path: string, body: object, key?: string) => send(`${service.url}${path}`, body, key)
  const redeem = (username: string, code: string) =>
    post('/users/redeem_code', { username, code, new_password: `${PASSWORD} 2` })
  await newUser(service, 'code-locked', 'operator')
  for (let attempt = 0; attempt < WRONG_CODES_TO_LOCK; attempt += 1) await redeem('code-locked', WRONG_CODE)
  const spent = (await post('/users/code-plain/code', {}, admin)).body.code
  await redeem('code-plain', spent)
  const times: Record<string, number[]> = { unknown: [], wrong: [], spent: [], locked: [] }
  for (let turn = 0; turn < TURNS * 10; turn += 1) {
    await post('/users/code-plain/code', {}, admin) // so that no account is locked by wrong codes
    const attempts: [type: string, username: string, code: string][] = [
      ['unknown', `nobody-${turn}`, WRONG_CODE],
      ['wrong', 'code-plain', WRONG_CODE],
      ['spent', 'code-plain', spent],
      ['locked', 'code-locked', WRONG_CODE],
    ]
    for (const [type, username, code] of [...attempts.slice(turn % 4), ...attempts.slice(0, turn % 4)]) {
      const { status, milliseconds } = await redeem(username, code)
      if (status !== 403) throw new Error(`redemption for ${username}: ${status}`)
      times[type]?.push(milliseconds)
    }
  }
  const medians = Object.entries(times).map(([type, all]) => [type, median(all)] as const)
  const values = medians.map(([, value]) => value)
  return {
    database,
    what: `refused codes: spread of the medians of ${TURNS * 10}`,
    value: Math.max(...values) / Math.min(...values) - 1,
    unit: '',
    max: MAX_SPREAD,
    note: medians.map(([type, value]) => `${type} ${value.toFixed(1)} ms`).join(', '),
  }
}

/** Creates a user with a second factor, and returns an unused code. A code works once, so each user has one turn. */
async function enrolledUser(service: Service, username: string): Promise<string> {
  const key = await newUser(service, username, 'operator')
  const post = (path: string, body: object) => send(`${service.url}${path}`, body, key)
  const totp = new TOTP({ secret: (await post('/users/enrol_second_factor', {})).body.secret })
  await post('/users/confirm_second_factor', { code: totp.generate() })
  return totp.generate({ timestamp: Date.now() + TOTP_STEP_MS })
}

/** Creates a user, and returns the key of a new session. */
async function newUser(service: Service, username: string, role: string): Promise<string> {
  const user = { username, role_name: role, email: `${username}@plant.test`, password: PASSWORD }
  await service.send('POST', '/users/signup', user)
  return (await send(`${service.url}/users/login`, { username, password: PASSWORD })).body.apiKey
}

import { keyDigest } from '@plinth/kernel/tools'
import { type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import type { App } from './app.js'
import { codeAt } from './totp-codes.js'

let count = 0
/** Returns a number that is greater than all before. */
export const newNumber = () => ++count

/** Returns a unique name. */
export const newName = (prefix: string) => `${prefix}-${newNumber()}`

/** Creates an operator with a session, and returns the username. */
export async function newOperator(app: App): Promise<string> {
  const username = newName('operator')
  await app.signIn('operator', username)
  return username
}

/** Plans a file that adds a record, and returns the id of the plan. */
export async function newPlan(app: App): Promise<string> {
  const sudo = await app.signIn('sudo')
  const { body } = await sudo.upload('/settings/plans', fileWithManufacturer(newName('manufacturer')))
  return body.id
}

/** Uploads a file to compare or merge it, and returns its id. */
export async function newFile(app: App): Promise<string> {
  const sudo = await app.signIn('sudo')
  const { body } = await sudo.upload('/settings/files', fileWithManufacturer(newName('manufacturer')))
  return body.id
}

/** Takes a snapshot and returns its id. */
export async function newSnapshot(app: App): Promise<string> {
  const sudo = await app.signIn('sudo')
  const { body } = await sudo.post('/settings/snapshots', {})
  return body.id
}

/** An operator with a second factor, whose first code was just used. */
export interface OperatorWithFactor {
  readonly username: string
  readonly client: SignedIn
  readonly recoveryCode: string
}

/** Creates an operator with a second factor. */
export async function newOperatorWithFactor(app: App): Promise<OperatorWithFactor> {
  const username = newName('operator')
  const client = await app.signIn('operator', username)
  const { secret } = (await client.post('/users/enrol_second_factor')).body
  const { body } = await client.post('/users/confirm_second_factor', { code: codeAt(secret, Date.now()) })
  return { username, client, recoveryCode: body.recovery_codes[0] }
}

/** Begins a login of a user with a second factor, and returns its key. */
export async function newPendingLogin(app: App, { username }: OperatorWithFactor): Promise<string> {
  return (await app.logIn(username, TEST_PASSWORD)).body.login_key
}

/**
 * Inserts a login of a new operator who must enrol a second factor first, and returns its key. Inserts it directly,
 * because the app may require no second factor.
 */
export async function newPendingEnrolment(app: App): Promise<string> {
  const { credentials, database, userDirectory } = app.services
  const key = newName('login-key')
  const user = await userDirectory.find(await newOperator(app))
  const login = {
    key_digest: keyDigest(key),
    user_identifier: user?.identifier,
    password_version: await credentials.passwordVersion(String(user?.identifier)),
    created_at: Date.now(),
  }
  await database.write((transaction) => transaction('plinth_pending_logins').insert(login))
  return key
}

/** Issues a one-time code for a user, and returns it. */
export async function newCode(app: App, username: string): Promise<string> {
  const admin = await app.signIn('admin')
  return (await admin.post(`/users/${username}/code`)).body.code
}

/** Creates a third-party token, and returns its id. */
export async function newTokenId(app: App): Promise<string> {
  const sudo = await app.signIn('sudo')
  await sudo.post('/users/create_tpt', { role_name: 'guest' })
  return (await sudo.get('/tpt')).body.at(-1).id
}

/** Creates a role that nobody has, and returns its name. */
export async function newRole(app: App): Promise<string> {
  const name = newName('role')
  await (await app.signIn('sudo')).post('/roles', { name, level: 20 })
  return name
}

/** Returns the JSON of a configuration file with one record. */
export const fileWithManufacturer = (name: string) =>
  JSON.stringify({ version: '1.0', data: { Manufacturer: [{ name }] } })

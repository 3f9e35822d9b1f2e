import {
  createClient,
  dataOf,
  type ErrorCode,
  type ImportReport,
  type KnownCode,
  type paths,
  type Session,
  type User,
  type UserChanges,
} from '@plinth/client'

interface PumpPaths extends paths {
  '/pumps': {
    parameters: Record<never, never>
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/json': { id: number }[] } } } }
  }
}

/** Never called: the compiler is the test. */
export async function checkedByCompiler(): Promise<void> {
  const client = createClient({ url: 'http://plinth.test/api' })

  const { users, total } = await client.users({ limit: 10, count: true })
  const first: User | undefined = users[0]
  const level: number | undefined = first?.role.level
  const report: ImportReport = await client.importConfiguration(new Blob(['{}']), { atomic: true })
  const lines: string[] | undefined = report.results.errors.Tags
  const pumps: { id: number }[] = await dataOf(createClient<PumpPaths>({ url: '/api' }).rest.GET('/pumps'))
  const changes: UserChanges = { disabled: true, lastname: null }
  const changed: User = await client.changeUser('a', changes)
  const sessions: Session[] = await client.sessions('a')
  const ended: number = await client.endSessions('a')
  const role: string = (await createClient({ url: '/api', session: 'cookie' }).login({ username: 'a', password: 'b' }))
    .role
  const key: string = (await client.login({ username: 'a', password: 'b' })).apiKey
  const known: KnownCode = 'USER_NOT_FOUND'
  const host: ErrorCode = 'A_CODE_OF_A_HOST'
  void [role, key, changed, sessions, ended, total, level, lines, pumps, known, host]

  await client.signUp({ username: 'a', role_name: 'operator', email: 'a@b.test', password: 'c' })
  // @ts-expect-error the role is missing
  await client.signUp({ username: 'a', email: 'a@b.test', password: 'c' })
  // @ts-expect-error the field is called role_name
  await client.signUp({ username: 'a', role: 'operator', email: 'a@b.test', password: 'c' })
  // @ts-expect-error by username or by e-mail address, not both
  await client.login({ username: 'a', email: 'a@b.test', password: 'c' })
  // @ts-expect-error a session cookie hides the key
  void (await createClient({ url: '/api', session: 'cookie' }).login({ username: 'a', password: 'b' })).apiKey
  // @ts-expect-error there is no such session
  createClient({ url: '/api', session: 'token' })
  // @ts-expect-error there is no such log level
  await client.updateSettings({ log_level: 11 })
  // @ts-expect-error an address can be changed, not removed
  await client.changeUser('a', { email: null })
  // @ts-expect-error a username cannot be changed
  await client.changeUser('a', { username: 'b' })
  // @ts-expect-error the number of days is a number
  await client.createToken({ role_name: 'operator', expires_in_days: '7' })
  // @ts-expect-error a user has no password
  void first?.password
  // @ts-expect-error no such path
  await client.rest.GET('/pumps')
  // @ts-expect-error not a code that the document names
  const unknown: KnownCode = 'A_CODE_OF_A_HOST'
  void unknown
}

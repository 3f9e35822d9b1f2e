import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachDatabase, type SignedIn, TEST_PASSWORD } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import {
  type ProcessResult,
  run,
  runOnTerminal,
  SECRET_KEY,
  variablesFor,
} from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'

/** A character that terminals hide, but names of emoji and some scripts use. */
const JOINER = '\u200d'

/** Characters that a terminal interprets or hides, by description. */
const CHARACTERS: Readonly<Record<string, string>> = {
  'an escape': '\x1b',
  'a newline': '\n',
  'a carriage return': '\r',
  'a tab': '\t',
  DEL: '\x7f',
  'the first C1 control': '\x80',
  'a control sequence in one character': '\x9b',
  'the last C1 control': '\x9f',
  'a left-to-right mark': '\u200e',
  'a right-to-left mark': '\u200f',
  'an Arabic letter mark': '\u061c',
  'an embedding': '\u202a',
  'an override': '\u202e',
  'an isolate': '\u2066',
  'the end of an isolate': '\u2069',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a zero-width space': '\u200b',
  'a zero-width joiner': JOINER,
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'a tag character': '\u{e0041}',
  'a grapheme joiner': '\u034f',
  'a Hangul filler': '\u3164',
  'a Hangul choseong filler': '\u115f',
  'a narrow Hangul filler': '\uffa0',
  'a Khmer inherent vowel': '\u17b4',
  'a variation selector': '\ufe0f',
  'a Mongolian variation selector': '\u180b',
  'an ideographic variation selector': '\u{e0100}',
  'a blank Braille pattern': '\u2800',
  'an unassigned character': '\u0378',
  'a private-use character': '\ue000',
}
const ALL = Object.values(CHARACTERS).join('')
const INTERPRETED = new RegExp(`[${ALL.replace('\n', '').replace('\r', '')}]`, 'u')
const FORGED_LINES = '\x1b[1A\x1b[2KForged\r\nroot  sudo'
const HOSTILE = `${FORGED_LINES}${ALL.replaceAll('\n', '')}`

describe('text written by others', function () {
  this.timeout(120_000)

  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    for (const [what, character] of Object.entries(CHARACTERS).filter(([, one]) => one !== JOINER)) {
      it(`is rejected in a name with ${what}: by signup, change or import`, async () => {
        const user = { username: 'mallory', email: 'mallory@plant.test', role_name: 'guest', password: TEST_PASSWORD }
        for (const name of [`${character}Anna`, `An${character}na`, `Anna${character}`, character]) {
          for (const field of ['name', 'lastname']) {
            const [signup, change] = [
              await app.post('/users/signup', { ...user, [field]: name }),
              await sudo.patch('/users/sudo', { [field]: name }),
            ]
            const Users = [{ username: 'mallory', email: 'mallory@plant.test', role: 'guest', [field]: name }]
            const imported = await sudo.upload('/settings/import_config', fileOf({ Users }))

            for (const { status, body } of [signup, change]) {
              expect([status, body.code]).to.deep.equal([400, 'INVALID_BODY'])
              expect(body.errors).to.deep.equal([{ field, message: 'must not have control or invisible characters' }])
            }
            expect(imported.body.results.errors.Users).to.deep.equal([
              `mallory: ${field} must not have control or invisible characters`,
            ])
          }
        }
        expect((await sudo.get('/users/sudo')).body).to.include({ name: null, lastname: null })
        expect((await sudo.get('/users/mallory')).status).to.equal(404)
      })
    }

    it('is rejected in an e-mail address with a hidden character: by signup, change or import', async () => {
      const user = { username: 'mallory', role_name: 'guest', password: TEST_PASSWORD }
      for (const [what, character] of Object.entries(CHARACTERS)) {
        for (const email of [`an${character}na@plant.test`, `anna@pl${character}ant.test`]) {
          const responses = [
            await app.post('/users/signup', { ...user, email }),
            await sudo.patch('/users/sudo', { email }),
          ]
          const Users = [{ username: 'mallory', email, role: 'guest' }]
          const imported = await sudo.upload('/settings/import_config', fileOf({ Users }))

          for (const { status, body } of responses)
            expect([status, body.errors], what).to.deep.equal([
              400,
              [{ field: 'email', message: 'must be an e-mail address' }],
            ])
          expect(imported.body.results.errors.Users, what).to.deep.equal(['mallory: email must be an e-mail address'])
        }
      }
    })

    it('is rejected in a role name with a hidden character', async () => {
      for (const [what, character] of Object.entries(CHARACTERS)) {
        for (const name of [`admin${character}`, `ad${character}min`]) {
          const { body } = await sudo.upload('/settings/import_config', fileOf({ Roles: [{ name, level: 77 }] }))

          expect([body.summary.imported, body.results.errors.Roles?.length], what).to.deep.equal([0, 1])
        }
      }
    })

    it('is accepted as a name in any language', async () => {
      for (const name of [
        'Zoë-Łucja',
        '李小龍',
        'محمد',
        'O’Neill',
        'अमित',
        '👩🏽',
        'علی\u200cرضا',
        '👨\u200d👩\u200d👧',
      ]) {
        const { status, body } = await sudo.patch('/users/sudo', { name, lastname: name })
        expect([status, body.name, body.lastname]).to.deep.equal([200, name, name])
      }
      await sudo.patch('/users/sudo', { name: null, lastname: null })
    })
  })
})

describe('text written by others, printed by the CLI', function () {
  this.timeout(120_000)

  forEachDatabase((database) => {
    let app: App
    const plinth = (args: string) => run(args.split(' '), variablesFor(app.database))
    before(async () => {
      app = await startApp({ database, settings: { secretKey: SECRET_KEY } })
      await app.signIn('guest', 'mallory')
      await (await app.signIn('sudo')).post('/users/create_tpt', { role_name: 'guest' })
      await app.stopAndKeepDatabase()
      // An earlier version accepted such names
      await withDatabase(app.database, async (db) => {
        await db('plinth_users').where({ username: 'mallory' }).update({ name: HOSTILE, lastname: 'plain' })
        await db('plinth_third_party_tokens').update({ name: HOSTILE, note: HOSTILE, created_by: HOSTILE })
        await db('plinth_manufacturers').insert({ name: HOSTILE })
      })
    })
    after(() => app.database.drop())

    it('is escaped in the list of users, so that no terminal interprets it', async () => {
      const { stdout, code } = await plinth('users list')

      expect(code).to.equal(0)
      expect(stdout).to.not.match(INTERPRETED)
      expect(stdout.trimEnd().split('\n')).to.have.lengthOf(3)
      expect(stdout).to.contain('\\u{1b}[1A\\u{1b}[2KForged\\u{d}\\u{a}root  sudo\\u{1b}').and.to.contain('\\u{e0041}')
      const [head = '', ...rows] = stdout.split('\n')
      for (const row of rows.filter(Boolean)) expect(row[head.indexOf('disabled') - 1]).to.equal(' ')
    })

    it('is unchanged for programs that parse JSON, which is escaped, too', async () => {
      const listed = await plinth('users list --json')
      const exported = await runOnTerminal(['config', 'export'], variablesFor(app.database))

      const user = JSON.parse(listed.stdout).find(({ username }: { username: string }) => username === 'mallory')
      expect(user.name).to.equal(HOSTILE)
      for (const { stdout } of [listed, exported]) expect(stdout).to.not.match(INTERPRETED)
      expect(exported.stdout).to.contain('\\u001b[1A').and.to.contain('\\udb40\\udc41').and.to.contain('\\u009b')
    })

    it('is escaped in the list of tokens, in plans and in comparisons', async () => {
      const [file, other] = ['hostile.json', 'other.json'].map((name) => join(app.database.dataDir, name))
      const Tags = [{ name: HOSTILE, unit: HOSTILE, data_type: 'float' }]
      await writeFile(String(file), fileOf({ Tags, Manufacturer: [{ name: `${HOSTILE}2` }] }))
      await writeFile(String(other), fileOf({ Manufacturer: [] }))
      const plans = ['plan', 'diff'].flatMap((verb) => [
        ['config', verb, String(file)],
        ['config', verb, String(other), '--mode', 'mirror'],
      ])

      for (const args of [['tpt', 'list'], ...plans, ['config', 'compare', String(file), 'present']]) {
        for (const json of [[], ['--json']]) {
          const { stdout, stderr, code } = await run([...args, ...json], variablesFor(app.database))

          const command = [...args, ...json].join(' ')
          expect(code, `${command}: ${stderr}`).to.equal(args[0] === 'tpt' ? 0 : 2)
          expect(`${stdout}${stderr}`, command).to.not.match(INTERPRETED)
          expect(stdout, command).to.match(/\\u(\{1b\}|001b)\[1A/)
          expect(stdout, command).to.not.match(/^root {2}sudo/m)
        }
      }
    })

    it('does not reach the output of doctor and the list of sessions unescaped', async () => {
      for (const args of ['doctor', 'doctor --json', 'sessions list mallory']) {
        const { stdout, stderr } = await plinth(args)

        expect(stdout, stderr).to.not.equal('')
        expect(`${stdout}${stderr}`, args).to.not.match(INTERPRETED)
      }
    })

    it('is escaped in the output of an import and in errors', async () => {
      const file = join(app.database.dataDir, 'evil.json')
      const name = `evil${FORGED_LINES}${ALL}`
      await writeFile(file, fileOf({ Tags: [{ name, unit: name, data_type: 'float' }], [`${name}s`]: [] }))

      const ended: ProcessResult[] = []
      for (const args of [
        ['config', 'import', file],
        ['config', 'import', '--json', file],
        ['users', name],
        ['config', 'import', `${file}${FORGED_LINES}`],
        ['audit', 'verify', '--after', name],
      ])
        ended.push(await run(args, variablesFor(app.database)))

      for (const { stdout, stderr, code } of ended) {
        expect(`${stdout}${stderr}`).to.not.match(INTERPRETED)
        expect(`${stdout}${stderr}`).to.match(/\\u(\{1b\}|001b)\[1A/)
        expect(code).to.not.equal(0)
      }
      const [report] = ended
      expect(report?.stdout.split('\n').some((line) => line.startsWith('root  sudo'))).to.equal(false)
    })
  })
})

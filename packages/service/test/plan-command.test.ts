import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf, smallPlant, type Tables } from '../../../test/support/configuration.js'
import {
  linesOf,
  PLINTH,
  REPO_ROOT,
  run,
  runOnTerminal,
  type Service,
  serve,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'

const COLOR = '\u001b['
/** More changes than three pages have. */
const CHANGE_COUNT = 1_600

const jsonLinesOf = (output: string) => linesOf(output).map((line) => JSON.parse(line))

describe('the commands for plans and snapshots', function () {
  this.timeout(120_000)

  forEachDatabase((database) => {
    // On PostgreSQL a command does the same in both states: it never asks the service
    for (const state of database.name === 'SQLite' ? ['running', 'stopped'] : ['running']) {
      describe(`while the service is ${state}`, () => {
        let tempDatabase: TempDatabase
        let variables: Variables
        let service: Service | undefined
        before(async () => {
          tempDatabase = await database.create()
          variables = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
          if (state === 'running') service = await serve(variables)
          else await run(['migrate'], variables)
          await plinth(['config', 'import'], fileOf(smallPlant()))
        })
        after(async () => {
          service?.kill()
          await tempDatabase.drop()
        })
        const plinth = (args: readonly string[], input = '') => run(args, variables, input)
        const plan = (tables: Tables, ...options: readonly string[]) =>
          plinth(['config', 'plan', '-', ...options], fileOf(tables))
        const exported = async (): Promise<Tables> => JSON.parse((await plinth(['config', 'export'])).stdout).data
        const fileWith = async (name: string, tables: Tables) => {
          const file = join(tempDatabase.dataDir, name)
          await writeFile(file, fileOf(tables))
          return file
        }
        const fileNamed = (name: string, names: readonly string[]) =>
          fileWith(name, { Manufacturer: names.map((each) => ({ name: each })) })
        /** Number of records of uploaded files that were not deleted. */
        const filesLeft = () => withDatabase(tempDatabase, async (knex) => (await knex('plinth_file_records')).length)
        const namesOf = async (table: string) => (await exported())[table]?.map(({ name }) => name)

        it('compares files, snapshots and the present configuration', async () => {
          const [file, other] = [await fileNamed('from.json', ['A', 'B']), await fileNamed('to.json', ['B', 'C'])]
          const snapshot = JSON.parse((await plinth(['config', 'snapshot', '--json'])).stdout).id

          const files = await plinth(['config', 'compare', file, other])
          const same = await plinth(['config', 'compare', snapshot, 'present'])
          const stdin = await plinth(['config', 'compare', '-', file, '--json'], await readFile(other, 'utf8'))
          const unknown = await plinth(['config', 'compare', join(tempDatabase.dataDir, 'missing.json'), 'present'])

          expect(files).to.include({ code: 2, stderr: '' })
          expect(linesOf(files.stdout)).to.deep.equal([
            'Manufacturer  +1  ~0  −1',
            '− Manufacturer A',
            '+ Manufacturer C',
          ])
          expect(same).to.deep.equal({ code: 0, stdout: 'They are the same.\n', stderr: '' })
          expect(jsonLinesOf(stdin.stdout).map(({ kind, name }) => [kind, name])).to.deep.include.members([
            ['remove', 'C'],
            ['add', 'A'],
          ])
          expect([unknown.code, unknown.stdout]).to.deep.equal([1, ''])
          expect(unknown.stderr).to.match(/^There is neither a snapshot nor a file with the id /)
          expect(await filesLeft()).to.equal(0)
        })

        it('compares the present configuration, and a file of that name if its path says so', async () => {
          await fileNamed('present', ['In the file'])
          const inFolder = (args: readonly string[]) => run(args, variables, '', { cwd: tempDatabase.dataDir })
          const snapshot = JSON.parse((await plinth(['config', 'snapshot', '--json'])).stdout).id

          const keyword = await inFolder(['config', 'compare', snapshot, 'present'])
          const file = await inFolder(['config', 'compare', snapshot, './present'])

          expect(keyword).to.deep.equal({ code: 0, stdout: 'They are the same.\n', stderr: '' })
          expect(file).to.include({ code: 2, stderr: '' })
          expect(linesOf(file.stdout)).to.include('+ Manufacturer In the file')
        })

        it('merges, settles conflicts, and applies the plan', async () => {
          const { Manufacturer = [] } = await exported()
          const states = (mnemonic: string) => [{ name: 'Normal', mnemonic, condition: 'Normal', status: 'Not Active' }]
          const base = await fileWith('base.json', { Manufacturer, AlarmStates: states('OLD') })
          const theirs = await fileWith('theirs.json', {
            Manufacturer: [...Manufacturer, { name: 'Theirs' }],
            AlarmStates: states('THEIRS'),
          })

          const open = await plinth(['config', 'merge', base, theirs])
          const settled = await plinth(['config', 'merge', base, theirs, '--settle', 'AlarmStates/Normal=theirs'])
          const id = settled.stdout.match(/plinth config apply (\S+)/)?.[1] ?? ''
          const applied = await plinth(['config', 'apply', id])
          const again = await plinth(['config', 'merge', base, theirs, '--take', 'ours'])

          expect(open).to.include({ code: 2, stderr: '' })
          expect(open.stdout).to.match(/^AlarmStates {3}\+0 {2}~0 {2}−0 {2}×1$/m)
          expect(open.stdout).to.match(
            /^× AlarmStates Normal {2}mnemonic: base "OLD", ours "NORM", theirs "THEIRS", changed here and by them$/m,
          )
          expect(open.stdout)
            .to.match(/--take ours/)
            .and.not.match(/config apply/)
          expect(settled.stdout).to.match(/^~ AlarmStates Normal {2}mnemonic: "NORM" → "THEIRS"$/m)
          expect(applied).to.include({ code: 0, stderr: '' })
          expect(await namesOf('Manufacturer')).to.include('Theirs')
          expect(again).to.include({ code: 0, stderr: '' })
          expect(await filesLeft()).to.equal(0)
          await plinth(['config', 'rollback', applied.stdout.match(/plinth config rollback (\S+)/)?.[1] ?? '', '--yes'])
        })

        it('reports a typo in --settle or --take before it reads the files', async () => {
          const unreadable = join(tempDatabase.dataDir, 'unreadable.json')
          await writeFile(unreadable, '{')
          const merge = (...options: readonly string[]) =>
            plinth(['config', 'merge', unreadable, unreadable, ...options])

          const ended = [
            await merge('--settle', 'AlarmStates'),
            await merge('--settle', 'AlarmStates=their'),
            await merge('--settle', 'Manufacturer=ours', 'AlarmState/Normal=ours'),
            await merge('--take', 'mine'),
          ]

          expect(ended.map(({ code, stdout }) => `${code}${stdout}`)).to.deep.equal(['1', '1', '1', '1'])
          const [noSide, unknownSide, unknownTable, unknownTake] = ended.map(({ stderr }) => stderr)
          expect(noSide).to.equal('--settle AlarmStates: write Tags=theirs or Tags/T-101=ours.\n')
          expect(unknownSide).to.equal('--settle AlarmStates=their: "their" is not a side. Write ours or theirs.\n')
          expect(unknownTable).to.match(
            /^Not valid: settle names the unknown table "AlarmState"\. Did you mean "AlarmStates"\?\n$/,
          )
          expect(unknownTake).to.match(/'mine' is invalid\. Allowed choices are ours, theirs\.\n$/)
        })

        it('plans, applies and rolls back, and says what it does', async () => {
          const tables = {
            Variables: [{ name: 'Pressure' }, { name: 'Flow' }],
            Units: [{ name: 'broken', variable: 'Nothing', unit: 'x' }],
            AlarmStates: [{ name: 'Normal', mnemonic: 'OK', condition: 'Normal', status: 'Not Active' }],
            Manufacturer: [{ name: 'Bolt' }],
          }
          const before = await exported()

          const planned = await plan(tables, '--mode', 'add', '--tables', 'AlarmStates:update,Manufacturer:mirror')
          const id = planned.stdout.match(/plinth config apply (\S+)/)?.[1] ?? ''
          const applied = await plinth(['config', 'apply', id])
          const snapshot = applied.stdout.match(/plinth config rollback (\S+)/)?.[1] ?? ''
          const again = await plan({ Variables: tables.Variables })
          const changed = await exported()
          const listed = await plinth(['config', 'snapshots'])
          const rolledBack = await plinth(['config', 'rollback', snapshot, '--yes'])

          expect(planned).to.include({ code: 2, stderr: '' })
          const text = planned.stdout
          expect(text).to.match(/^Manufacturer {2}\+1 {2}~0 {2}−0( {2}!1)?$/m)
          expect(text).to.match(/^Variables {5}\+1 {2}~0 {2}−0$/m)
          expect(text).to.match(/^Units {9}\+0 {2}~0 {2}−0 {2}!1$/m)
          expect(text).to.match(/^\+ Variables Flow$/m)
          expect(text).to.match(/^~ AlarmStates Normal {2}mnemonic: "NORM" → "OK"$/m)
          expect(text).to.match(/^! Units broken {2}variable "Nothing" not found$/m)
          expect(text).to.match(/^Plan \S+, valid until \d{4}-/m)
          expect(text).to.not.include(COLOR)
          expect(applied).to.include({ code: 0, stderr: '' })
          expect(applied.stdout).to.match(/^Plan applied: 2 added, 1 updated, 0 removed\.$/m)
          expect(changed.Variables?.map(({ name }) => name)).to.include('Flow')
          expect(again).to.deep.equal({
            code: 0,
            stdout: 'Nothing to do: the configuration is already up to date.\n',
            stderr: '',
          })
          expect(listed.stdout).to.match(new RegExp(`^${snapshot} .* command +apply +\\+2 ~1 −0 +`, 'm'))
          expect(rolledBack).to.include({ code: 0, stderr: '' })
          expect(rolledBack.stdout)
            .to.match(/^− Variables Flow$/m)
            .and.to.match(/^Plan applied: 0 added, 1 updated, 2 /m)
          expect(await exported()).to.deep.equal(before)
        })

        it('prints the documents of the REST API as lines of JSON', async () => {
          const noted = await plinth(['config', 'snapshot', '--note', 'Before the new line', '--json'])
          const [snapshot] = jsonLinesOf(noted.stdout)

          const planned = await plan({ Variables: [{ name: 'Level' }] }, '--json')
          const [made, ...changes] = jsonLinesOf(planned.stdout)
          const applied = await plinth(['config', 'apply', made.id, '--json'])
          const listed = await plinth(['config', 'snapshots', '--json'])
          const rolledBack = await plinth(['config', 'rollback', snapshot.id, '--yes', '--json'])

          expect([planned.code, applied.code, listed.code, rolledBack.code]).to.deep.equal([2, 0, 0, 0])
          expect(snapshot).to.deep.include({
            reason: 'request',
            note: 'Before the new line',
            taken_by: { kind: 'command', name: null },
          })
          expect(made).to.deep.include({ state: 'made', mode: 'update' })
          expect(made.summary).to.include({ add: 1, update: 0, remove: 0 })
          expect(changes).to.have.length(1)
          expect(changes[0]).to.deep.include({ kind: 'add', table: 'Variables', name: 'Level' })
          const [report, ...rest] = jsonLinesOf(applied.stdout)
          expect(rest).to.deep.equal([])
          expect(report.summary).to.deep.equal({ added: 1, updated: 0, removed: 0 })
          expect(jsonLinesOf(listed.stdout).map(({ id }) => id)).to.include.members([snapshot.id, report.snapshot])
          const [rollback, removal, undone] = jsonLinesOf(rolledBack.stdout)
          expect(rollback.source).to.deep.equal({ kind: 'snapshot', of: snapshot.id })
          expect(removal).to.deep.include({ kind: 'remove', name: 'Level' })
          expect(undone.summary).to.deep.equal({ added: 0, updated: 0, removed: 1 })
        })

        it('prints all changes of a difference, and keeps no plan', async () => {
          const file = join(tempDatabase.dataDir, 'many.json')
          const names = Array.from({ length: CHANGE_COUNT }, (_, index) => `Variable ${index}`)
          await writeFile(file, fileOf({ Variables: names.map((name) => ({ name })) }))

          const differing = await plinth(['config', 'diff', file])
          const asJson = await plinth(['config', 'diff', file, '--json'])
          const same = await plinth(['config', 'diff', '-'], fileOf({ Variables: [{ name: 'Pressure' }] }))

          expect(differing).to.include({ code: 2, stderr: '' })
          const lines = linesOf(differing.stdout)
          expect(lines).to.deep.equal([
            `Variables  +${CHANGE_COUNT}  ~0  −0`,
            ...names.map((name) => `+ Variables ${name}`),
          ])
          const [{ id }, ...changes] = jsonLinesOf(asJson.stdout)
          expect(changes).to.have.length(CHANGE_COUNT)
          const gone = await plinth(['config', 'apply', id])
          expect(gone).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no plan with that id. Plans expire.\n' })
          expect(same.code).to.equal(0)
        })

        it('prints what a new record has, such as the role of a user', async () => {
          const anna = { id: 'u-1', username: 'anna', email: 'anna@plant.test', role: { name: 'operator' } }
          const unit = { name: 'kilopascal', variable: 'Pressure', unit: 'kPa' }

          const { stdout } = await plinth(['config', 'diff', '-'], fileOf({ Units: [unit], Users: [anna] }))

          expect(
            linesOf(stdout)
              .slice(-2)
              .map((line) => line.replace(/identifier: "\w+"/, 'identifier: …')),
          ).to.deep.equal([
            '+ Units kilopascal  variable: "Pressure", unit: "kPa"',
            '+ Users anna  identifier: …, email: "anna@plant.test", role: "operator"',
          ])
        })

        it('changes nothing if others have changed the records, or if the plan is unknown', async () => {
          const [first] = jsonLinesOf((await plan({ Variables: [{ name: 'Twice' }] }, '--json')).stdout)
          const [second] = jsonLinesOf((await plan({ Variables: [{ name: 'Twice' }] }, '--json')).stdout)
          await plinth(['config', 'apply', first.id])

          const outdated = await plinth(['config', 'apply', second.id])
          const repeated = await plinth(['config', 'apply', first.id])
          const unknown = await plinth(['config', 'rollback', 'unknown', '--yes'])

          expect(outdated).to.include({ code: 1, stdout: '' })
          expect(outdated.stderr).to.match(
            /^Nothing was changed: others have changed 1 record of .*\(Variables Twice was changed since\)$/m,
          )
          expect(repeated).to.deep.include({ code: 1, stderr: 'The plan has already been applied.\n' })
          expect(unknown).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no snapshot with that id.\n' })
        })

        it('changes nothing if another command has changed a user of the plan', async () => {
          const user = (lastname: string) => ({
            username: 'anna',
            email: 'anna@plant.test',
            role: 'operator',
            lastname,
          })
          await plinth(['config', 'import'], fileOf({ Users: [user('Berg')] }))
          const [{ id }] = jsonLinesOf((await plan({ Users: [user('Tal')] }, '--json')).stdout)
          await plinth(['users', 'set-role', 'anna', 'supervisor'])

          const outdated = await plinth(['config', 'apply', id])

          expect(outdated).to.include({ code: 1, stdout: '' })
          expect(outdated.stderr).to.match(/\(Users anna was changed since\)$/m)
          const anna = (await exported()).Users?.find(({ username }) => username === 'anna')
          expect(anna?.lastname).to.equal('Berg')
          expect(anna?.role).to.include({ name: 'supervisor' })
        })

        it('exits with 2 after a rollback that left some records as they are', async () => {
          const stan = { username: 'stan', email: 'stan@plant.test', role: 'operator' }
          await plinth(['config', 'import'], fileOf({ Users: [stan] }))
          const [{ id }] = jsonLinesOf((await plinth(['config', 'snapshot', '--json'])).stdout)
          await plinth(['config', 'import'], fileOf({ Variables: [{ name: 'After' }] }))
          await plinth(['users', 'set-role', 'stan', 'sudo'])

          const first = await plinth(['config', 'rollback', id, '--yes'])
          const second = await plinth(['config', 'rollback', id, '--yes'])
          await plinth(['users', 'set-role', 'stan', 'operator'])
          const third = await plinth(['config', 'rollback', id, '--yes'])

          expect(first.stdout)
            .to.match(/^! Users stan {2}role\.level 0 cannot be granted or removed by a file$/m)
            .and.to.match(/^Plan applied: 0 added, 0 updated, 1 removed\.$/m)
            .and.to.match(/\n\n1 record still differs from the snapshot, for the reasons above\.\n$/)
          expect(await namesOf('Variables')).to.not.include('After')
          expect([first.code, second.code, third.code]).to.deep.equal([2, 2, 0])
        })

        it('refuses wrong files and modes', async () => {
          const mode = await plan({}, '--mode', 'replace')
          const tables = await plan({}, '--tables', 'Tags')
          const table = await plan({}, '--tables', 'Nothing:mirror')
          const file = await plinth(['config', 'plan', '-'], '{')
          const missing = await plinth(['config', 'plan', join(tempDatabase.dataDir, 'missing.json')])
          const long = await plinth(['config', 'snapshot', '--note', 'x'.repeat(256)])

          for (const ended of [mode, tables, table, file, missing, long]) {
            expect(ended).to.include({ code: 1, stdout: '' })
            expect(linesOf(ended.stderr)).to.have.length(1)
          }
          expect(mode.stderr).to.match(/mode must be one of .*add, update, mirror/)
          expect(tables.stderr).to.include('tables must be like Tags:mirror,Units:add')
          expect(table.stderr).to.include('tables names an unknown table')
          expect(missing.stderr).to.match(/missing\.json cannot be read \(ENOENT\)\.\n$/)
        })

        it('asks before it rolls back on a terminal, and requires --yes elsewhere', async () => {
          const [{ id }] = jsonLinesOf((await plinth(['config', 'snapshot', '--json'])).stdout)
          await plinth(['config', 'import'], fileOf({ Variables: [{ name: 'Kept' }] }))

          const elsewhere = await plinth(['config', 'rollback', id])
          const asked = await runOnTerminal(['config', 'rollback', id], variables)
          const names = await namesOf('Variables')
          const confirmed = await runOnTerminal(['config', 'rollback', id], variables, 'y\n')

          expect(elsewhere).to.deep.equal({
            code: 1,
            stdout: '',
            stderr: 'Without a terminal, plinth config rollback requires --yes.\n',
          })
          expect(asked.code).to.equal(1)
          expect(asked.stdout)
            .to.match(/− Variables Kept/)
            .and.to.match(/Apply these changes\?.*Nothing was changed\./s)
          expect(names).to.include('Kept')
          expect(confirmed.stdout).to.include('Plan applied: 0 added, 0 updated, 1 removed.')
          expect(confirmed.code).to.equal(0)
          expect(await namesOf('Variables')).to.not.include('Kept')
        })

        it('show their progress on a terminal', async () => {
          const file = await fileNamed('progress.json', ['Progress'])

          const planned = await runOnTerminal(['config', 'plan', file], variables)
          const id = planned.stdout.match(/plinth config apply (\w+)/)?.[1] ?? ''
          const applied = await runOnTerminal(['config', 'apply', id], variables)
          const snapshot = applied.stdout.match(/plinth config rollback (\w+)/)?.[1] ?? ''
          const merged = await runOnTerminal(['config', 'merge', file, file], variables)
          const compared = await runOnTerminal(['config', 'compare', file, 'present'], variables)
          const rolledBack = await runOnTerminal(['config', 'rollback', snapshot, '--yes'], variables)

          for (const [{ stdout }, phases] of [
            [planned, ['Starting', 'Reading [', 'Checking']],
            [applied, ['Applying']],
            [merged, ['Reading [', 'Merging']],
            [compared, ['Reading [', 'Comparing']],
            [rolledBack, ['Planning', 'Applying']],
          ] as const)
            for (const phase of phases) expect(stdout).to.include(phase)
        })

        it('colours the changes on a terminal, unless NO_COLOR is set, and escapes control characters', async () => {
          const file = join(tempDatabase.dataDir, 'new.json')
          await writeFile(file, fileOf({ Variables: [{ name: 'New\u202e' }] }))
          const terminal = { ...variables, TERM: 'xterm-256color' }

          const coloured = await runOnTerminal(['config', 'diff', file], terminal)
          const plain = await runOnTerminal(['config', 'diff', file], { ...terminal, NO_COLOR: '1' })

          expect(coloured.stdout).to.include(`${COLOR}32m+ Variables New\\u{202e}${COLOR}39m`)
          expect(plain.stdout).to.include('+ Variables New\\u{202e}').and.to.not.include(`${COLOR}32m`)
        })
      })
    }

    it('deletes the plan that a command has made when its reader stops, and does not apply it', async () => {
      const tempDatabase = await database.create()
      const variables = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
      const service = await serve(variables)
      const file = join(tempDatabase.dataDir, 'many.json')
      const Variables = Array.from({ length: 5_000 }, (_, index) => ({ name: `Variable ${index}` }))
      await writeFile(file, fileOf({ Variables }))
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      const sudo = service.client.withKey(body.apiKey)

      const base = join(tempDatabase.dataDir, 'base.json')
      await writeFile(base, fileOf({ Variables: [] }))

      const difference = await runUntilOutput(['config', 'diff', file], variables)
      const comparison = await runUntilOutput(['config', 'compare', 'present', file], variables)
      const merge = await runUntilOutput(['config', 'merge', base, file], variables)
      await run(['config', 'import', file], variables)
      const { body: snapshots } = await sudo.get('/settings/snapshots')
      const rollback = await runUntilOutput(['config', 'rollback', snapshots[0].id, '--yes'], variables)
      const plans = await sudo.get('/settings/plans')
      const files = await sudo.get('/settings/files')
      const exported = await sudo.get('/settings/export_config')
      service.kill()
      await tempDatabase.drop()

      expect([difference, comparison, merge, rollback]).to.deep.equal([2, 2, 2, 1])
      expect([plans.body, files.body]).to.deep.equal([[], []])
      expect(exported.body.data.Variables).to.have.length(5_000)
    })
  })
})

/** Runs the CLI, closes its output once there is some, and returns its exit code. */
async function runUntilOutput(args: readonly string[], variables: Variables): Promise<number | null> {
  const child = spawn(process.execPath, [...PLINTH, ...args], { cwd: REPO_ROOT, env: variables })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  return code
}

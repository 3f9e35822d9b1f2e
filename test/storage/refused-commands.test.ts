import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { forEachDatabase, type TempDatabase, type TestDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../support/app.js'
import { fileOf, smallPlant } from '../support/configuration.js'
import { plinthWithDrivers } from '../support/plinth-with-drivers.js'
import { REPO_ROOT, run, type Variables, variablesFor } from '../support/service-process.js'

const HOOK = pathToFileURL(join(REPO_ROOT, 'test/support/refused-at.mjs')).href
/**
 * Number of statements of each command that are refused, at equal distances: each costs a process. `REFUSALS=Infinity`
 * refuses all of them.
 */
const REFUSALS = Number(process.env.REFUSALS ?? 4)
/** Statements with which a database is opened, one connection after the other. */
const FIRST_STATEMENTS = [5, 6, 7, 8, 9]

interface Command {
  readonly name: string
  readonly args: readonly string[]
  /** The only database on which the command is tried. */
  readonly on?: string
  readonly startsOnEmptyDatabase?: boolean
  /** Whether it says what it has written, so that a second run shows that the first has written nothing. */
  readonly saysWhatItWrote?: boolean
}

const COMMANDS: readonly Command[] = [
  { name: 'migrate', args: ['migrate'], startsOnEmptyDatabase: true, saysWhatItWrote: true },
  { name: 'config export', args: ['config', 'export', 'exported.json'] },
  { name: 'config import', args: ['config', 'import', 'plant.json'], saysWhatItWrote: true },
  { name: 'backup', args: ['backup', 'backup.db'], on: 'SQLite' },
  { name: 'restore', args: ['restore', 'kept.db'], on: 'SQLite' },
  { name: 'copy', args: ['copy', '--to'], on: 'SQLite' },
]

describe('a command whose database refuses a statement', function () {
  this.timeout(120_000)

  forEachDatabase((database) => {
    let prepared: TempDatabase
    before(async () => {
      prepared = await prepare(database)
    })
    after(() => prepared.drop())
    const databaseFor = ({ startsOnEmptyDatabase }: Command) =>
      database.create(startsOnEmptyDatabase ? undefined : prepared)

    for (const command of COMMANDS.filter(({ on = database.name }) => on === database.name)) {
      it(`says so in a few lines, and succeeds the next time: plinth ${command.name}`, async function () {
        if (process.env.REFUSALS) this.timeout(3_600_000)
        const { statements, first: undisturbed } = await attempt(await databaseFor(command), command, 0)
        let failures = 0
        expect(statements).to.be.greaterThan(3)
        const stride = Math.max(1, Math.floor(statements / REFUSALS))

        const indexes = new Set(command.startsOnEmptyDatabase ? FIRST_STATEMENTS : [])
        for (let index = 1 + (statements % stride); index <= statements; index += stride) indexes.add(index)
        for (const refused of indexes) {
          const { first, second } = await attempt(await databaseFor(command), command, refused)
          const details = `statement ${refused} of ${statements}: ${first.stderr}`
          expect(first.code, details).to.be.oneOf([0, 1, 3])
          expect(first.stderr, details).not.to.match(/^ +at |Unhandled|uncaught/m)
          if (first.code === 0) continue
          failures += 1
          expect(first.stderr.trim().split('\n'), details).to.have.lengthOf.within(1, 3)
          expect([second.code, second.stderr], details).to.deep.equal([0, ''])
          if (command.saysWhatItWrote) expect(second.stdout, details).to.equal(undisturbed.stdout)
        }
        expect(failures).to.be.greaterThan(1) // some statements are repeated, or not needed
      })
    }
  })
})

/** Runs a command with one of its statements refused, and again without a refusal. Drops the database. */
async function attempt(source: TempDatabase, { args, name }: Command, refused: number) {
  const target = name === 'copy' ? await databaseNamed('PostgreSQL').create() : undefined
  try {
    const file = (arg: string) => (/\.(json|db)$/.test(arg) ? join(source.dataDir, arg) : arg)
    const words = [...args.map(file), ...(target ? [target.url] : [])]
    const variables = variablesFor(source)
    const log = join(source.dataDir, 'statements')
    const program = await plinthWithDrivers()
    const first = await run(words, { ...variables, ...refusalVariables(refused, log) }, '', { program })
    const statements = Number(await readFile(log, 'utf8'))
    if (name === 'backup') await rm(join(source.dataDir, 'backup.db'), { force: true })
    const second = first.code === 0 ? first : await run(words, variables)
    return { first, second, statements }
  } finally {
    await source.drop()
    await target?.drop()
  }
}

/** Creates a database with data, and the files that the commands read. */
async function prepare(database: TestDatabase): Promise<TempDatabase> {
  const prepared = await database.create()
  const app = await startApp({ database, on: prepared })
  await app.signIn('operator', 'otto')
  await app.stopAndKeepDatabase()
  await writeFile(join(prepared.dataDir, 'plant.json'), fileOf(smallPlant()))
  if (database.name === 'SQLite') await run(['backup', join(prepared.dataDir, 'kept.db')], variablesFor(prepared))
  return prepared
}

function refusalVariables(refused: number, log: string): Variables {
  return {
    NODE_OPTIONS: `--import=${HOOK}`,
    PLINTH_ROOT: `${REPO_ROOT}/`,
    REFUSE_AT: String(refused),
    REFUSED_LOG: log,
  }
}

function databaseNamed(name: string): TestDatabase {
  const found = testDatabases.find((database) => database.name === name)
  if (!found) throw new Error(`there is no ${name} to test on`)
  return found
}

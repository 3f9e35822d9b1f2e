import Mocha from 'mocha'

/** The titles of the passed tests, and the error messages of the failed ones by title. */
export interface Outcomes {
  readonly passed: readonly string[]
  readonly failed: Readonly<Record<string, string>>
}

/** Runs the tests that a function defines, on one database, in a separate instance of Mocha. */
export async function outcomesOf(define: () => void, database = 'sqlite'): Promise<Outcomes> {
  const inner = new Mocha({ timeout: 60_000 })
  const innerGlobals = {} as typeof globalThis
  inner.suite.emit('pre-require', innerGlobals, '', inner)
  const names = Object.keys(innerGlobals) as (keyof typeof globalThis)[]
  const outerGlobals = Object.fromEntries(names.map((name) => [name, globalThis[name]]))
  const { DATABASES } = process.env
  Object.assign(globalThis, innerGlobals)
  process.env.DATABASES = database
  try {
    define()
  } finally {
    Object.assign(globalThis, outerGlobals)
    if (DATABASES === undefined) delete process.env.DATABASES
    else process.env.DATABASES = DATABASES
  }
  return run(inner.suite)
}

function run(suite: Mocha.Suite): Promise<Outcomes> {
  const passed: string[] = []
  const failed: Record<string, string> = {}
  const runner = new Mocha.Runner(suite, { delay: false })
  runner.on('pass', ({ title }) => passed.push(title))
  runner.on('fail', ({ title }, { message }: Error) => {
    failed[title] = message
  })
  return new Promise((resolve) => {
    runner.run(() => {
      runner.dispose()
      resolve({ passed, failed })
    })
  })
}

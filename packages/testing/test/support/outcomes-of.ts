import Mocha from 'mocha'

/** The titles of the tests that passed, and what those said that failed, by title. */
export interface Outcomes {
  readonly passed: readonly string[]
  readonly failed: Readonly<Record<string, string>>
}

/** Runs the tests that a function defines, on one database, by a mocha of their own. */
export async function outcomesOf(define: () => void, database = 'sqlite'): Promise<Outcomes> {
  const inner = new Mocha({ timeout: 60_000 })
  const interfaceOfInner = {} as typeof globalThis
  inner.suite.emit('pre-require', interfaceOfInner, '', inner)
  const names = Object.keys(interfaceOfInner) as (keyof typeof globalThis)[]
  const outer = Object.fromEntries(names.map((name) => [name, globalThis[name]]))
  const { DATABASES } = process.env
  Object.assign(globalThis, interfaceOfInner)
  process.env.DATABASES = database
  try {
    define()
  } finally {
    Object.assign(globalThis, outer)
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

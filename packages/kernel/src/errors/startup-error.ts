import { knowAnyCopy } from './any-copy.js'

/**
 * Why Plinth does not start: one or more problems, each a sentence that names what is wrong and the remedy. No port is
 * open when it is thrown. The `plinth` command prints the problems and nothing else.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[]) {
    const list = typeof problems === 'string' ? [problems] : problems
    super(list.join('\n'))
    this.problems = list
  }
}

knowAnyCopy(StartupError, 'StartupError')

/** Runs checks that throw a `StartupError` each, and throws one with the problems of all. */
export function checkAll(...checks: readonly (() => unknown)[]): void {
  const problems = checks.flatMap(problemsOf)
  if (problems.length > 0) throw new StartupError(problems)
}

function problemsOf(check: () => unknown): readonly string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof StartupError) return error.problems
    throw error
  }
}

import { recognizeAcrossCopies } from './recognize-across-copies.js'

/**
 * One or more problems that prevent Plinth from starting. The text of each says what is wrong and what to do. No port
 * is open when this is thrown. The CLI prints only the problems.
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

recognizeAcrossCopies(StartupError, 'StartupError')

/** Runs all checks, and throws one `StartupError` with the problems of every `StartupError` that they throw. */
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

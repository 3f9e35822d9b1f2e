/**
 * Why Plinth does not start: one or more problems, each a sentence that names what is wrong and the remedy. No port is open
 * when it is thrown. The `plinth` command prints the problems and nothing else.
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

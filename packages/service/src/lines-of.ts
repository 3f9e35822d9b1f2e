/** Yields the lines of a text without their ends. `node:readline` would throw errors after the last line was read. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = chunk.split('\n')
    lines[0] = rest + lines[0] // splitting `rest + chunk` would copy a long line again for each chunk
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

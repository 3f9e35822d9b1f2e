import { expect } from 'chai'
import { linesOf } from '../src/lines-of.js'

describe('linesOf', () => {
  const linesIn = async (chunks: Iterable<string>) => {
    const lines: string[] = []
    for await (const line of linesOf(textOf(chunks))) lines.push(line)
    return lines
  }

  it('yields the lines of a text, however it is cut', async () => {
    const text = 'one\n\ntwo\nthree'

    for (const chunks of [[text], [...text], ['one', '\n', '\ntwo\n', '', 'three'], ['one\n', '\ntwo\nth', 'ree']])
      expect(await linesIn(chunks)).to.deep.equal(['one', '', 'two', 'three'])
    expect(await linesIn([`${text}\n`])).to.deep.equal(['one', '', 'two', 'three'])
    expect(await linesIn([])).to.deep.equal([])
  })

  it('yields a line of 10,000 chunks in linear time', async () => {
    const count = 10_000
    const chunk = 'x'.repeat(1_000)

    const [line = ''] = await linesIn(Array.from({ length: count }, () => chunk))

    expect(line.length).to.equal(count * chunk.length)
  }).timeout(3_000)
})

async function* textOf(chunks: Iterable<string>): AsyncGenerator<string> {
  yield* chunks
}

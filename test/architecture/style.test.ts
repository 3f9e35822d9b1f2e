import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'

const MAX_COMMENT_COLUMNS = 120
/** Vague names of limits: they say neither what is limited nor in which unit, as `READ_TIMEOUT_MS` does. */
const VAGUE_NAME = /\b(?:const|readonly) (?=[A-Z0-9_]*(?:MOST|LONGEST|LEAST|PATIENCE|ENOUGH|WAIT\b))[A-Z0-9_]+\b/
const COMMENT = /^\s*(?:\/\*|\*|\/\/)|\s\/\/ /
const PATTERNS = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs']
const GENERATED = /^packages\/client\/src\/generated\/|common-passwords\.ts$/

/** Includes new files that are not committed yet. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...PATTERNS], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !GENERATED.test(file))

describe('the source files', () => {
  it('name each limit after what it limits, as MAX_WAITING_BYTES does', () => {
    expect(linesWith((line) => VAGUE_NAME.test(line))).to.deep.equal([])
  })

  it(`contain no comment line longer than ${MAX_COMMENT_COLUMNS} columns`, () => {
    expect(linesWith((line) => line.length > MAX_COMMENT_COLUMNS && COMMENT.test(line))).to.deep.equal([])
  })
})

function linesWith(matches: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (matches(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

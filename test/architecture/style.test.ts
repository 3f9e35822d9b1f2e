import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'

const MAX_COMMENT_COLUMNS = 120
/** A constant says what it bounds and in which unit, such as `READ_TIMEOUT_MS`. */
const VAGUE_NAME = /\b(?:const|readonly) (?=[A-Z0-9_]*(?:MOST|LONGEST|LEAST|PATIENCE|ENOUGH)|WAIT\b)[A-Z0-9_]+\b/
const COMMENT = /^\s*(?:\/\*|\*|\/\/)|\s\/\/ /
const GENERATED = /^packages\/client\/src\/generated\/|common-passwords\.ts$/

/** Also of files that are new and not committed yet. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !GENERATED.test(file))

describe('the sources', () => {
  it('name no limit without saying of what', () => {
    expect(linesWith((line) => VAGUE_NAME.test(line))).to.deep.equal([])
  })

  it(`have no comment of more than ${MAX_COMMENT_COLUMNS} columns`, () => {
    expect(linesWith((line) => line.length > MAX_COMMENT_COLUMNS && COMMENT.test(line))).to.deep.equal([])
  })
})

function linesWith(isFound: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (isFound(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

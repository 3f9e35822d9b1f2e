import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { REPO_ROOT } from '../support/service-process.js'

/** Beside the tests in this folder; F14 needs a proxy, so it is with `docker/compose.postgres.yaml`. */
const ELSEWHERE = [
  'test/compose/compose.test.ts',
  'test/http/edge.test.ts',
  'packages/service/test/refused-starts.test.ts',
  'packages/kernel/test/log-file.test.ts',
]

describe('the list of faults', () => {
  it('has a test for each of its 24', () => {
    const here = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
    const files = [
      ...here.map((name) => join(import.meta.dirname, name)),
      ...ELSEWHERE.map((name) => join(REPO_ROOT, name)),
    ]
    const text = files.map((file) => readFileSync(file, 'utf8')).join()

    const tried = new Set(text.match(/(?<!%)\bF\d+\b/g))

    expect([...tried].sort(byNumber)).to.deep.equal(Array.from({ length: 24 }, (_, index) => `F${index + 1}`))
  })
})

const byNumber = (one: string, other: string) => Number(one.slice(1)) - Number(other.slice(1))

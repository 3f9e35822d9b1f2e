import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { Bench } from './bench.js'
import { DEFENCES } from './defences.js'
import { listTests, runTest } from './run-test.js'
import { TreeCopy } from './tree-copy.js'

/** Approximate number of defences in one run, by default all. */
const COUNT = Number(process.env.DEFENCES ?? DEFENCES.length)
/** Selects which of them. */
const SEED = Number(process.env.DEFENCES_SEED ?? 0)
const step = Math.ceil(DEFENCES.length / COUNT)
const chosen = DEFENCES.filter((_, index) => index % step === SEED % step)

describe('without', () => {
  const bench = new Bench(chosen)
  before(() => bench.begin())
  after(() => bench.end())

  for (const defence of chosen) {
    it(`${defence.name}, a test fails`, async () => {
      const outcome = await bench.outcomeOf(defence)

      expect(outcome.with.failures, 'failures with it').to.deep.equal([])
      expect(outcome.with.passes, 'tests of that title').to.be.greaterThan(0)
      expect(outcome.without.failures, 'failures without it').not.to.deep.equal([])
      for (const { title, message, isAssertion } of outcome.without.failures)
        expect(isAssertion, `${title} found nothing wrong, but: ${message}`).to.equal(true)
    })
  }
})

describe('the list of defences', () => {
  let copy: TreeCopy
  before(async () => {
    copy = await TreeCopy.make()
  })
  after(() => copy.remove())

  it('names texts that occur once, and tests that exist', async () => {
    const tests = await listTests(copy, [...new Set(DEFENCES.map(({ test }) => test.file))])
    const stale: string[] = []
    for (const { name, file, text, test } of DEFENCES) {
      const times = (await readFile(file, 'utf8')).split(text).length - 1
      if (times !== 1) stale.push(`${name}: ${file} has its text ${times} times`)
      if (!tests.some((known) => known.file === test.file && known.title.includes(test.title)))
        stale.push(`${name}: ${test.file} has no test of its title`)
    }

    expect(stale).to.deep.equal([])
  })
})

/** A file with a fast test. */
const FILE = 'packages/kernel/src/logging/redaction.ts'
const TEST = { file: 'packages/kernel/test/redaction.test.ts', title: 'keeps fields that only sound like secrets' }

describe('the sources from which a defence is taken away', () => {
  let copy: TreeCopy
  before(async () => {
    copy = await TreeCopy.make()
  })
  after(() => copy.remove())

  const run = () => runTest(copy, TEST, new AbortController().signal)
  const reasonOf = (work: Promise<unknown>): Promise<string> => work.then(String, ({ message }: Error) => message)

  it('are a copy, and are restored', async () => {
    const source = await readFile(FILE, 'utf8')

    const meanwhile = await copy.while({ file: FILE, text: '[redacted]', instead: '***' }, async () => [
      await readFile(FILE, 'utf8'),
      await readFile(`${copy.folder}/${FILE}`, 'utf8'),
    ])

    expect(meanwhile).to.deep.equal([source, source.replace('[redacted]', '***')])
    expect(await readFile(`${copy.folder}/${FILE}`, 'utf8')).to.equal(source)
  })

  for (const [how, text] of [
    ['does not occur', 'no such text'],
    ['occurs more than once', 'const '],
  ] as const) {
    it(`are refused when the text of the defence ${how}`, async () => {
      const reason = await reasonOf(copy.while({ file: FILE, text, instead: '' }, run))

      expect(reason).to.match(new RegExp(`^${FILE} has this \\d+ times instead of once: ${text}$`))
    })
  }

  it('fail no test when the removed text is not a defence', async () => {
    const { passes, failures } = await copy.while({ file: FILE, text: 'A getter may throw', instead: '' }, run)

    expect(failures).to.deep.equal([])
    expect(passes).to.be.greaterThan(0)
  })

  it('are reported as broken when they cannot be run', async () => {
    const reason = await reasonOf(copy.while({ file: FILE, text: 'export function', instead: 'export fun' }, run))

    expect(reason).to.match(/^packages\/kernel\/test\/redaction\.test\.ts could not be run:/)
  })
})

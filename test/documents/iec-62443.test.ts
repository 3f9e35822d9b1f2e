import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { checkedQuotes } from './quoted-tests.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/iec-62443.md')

/** Number of component requirements of each of the seven foundational requirements of IEC 62443-4-2:2019. */
const COUNTS = [14, 13, 14, 3, 4, 2, 8]
const REQUIREMENTS = COUNTS.flatMap((count, group) =>
  Array.from({ length: count }, (_, index) => `CR ${group + 1}.${index + 1}`),
)
/** The requirements for software applications that replace those for every component. */
const OF_APPLICATIONS = new Map([
  ['CR 2.4', 'SAR 2.4'],
  ['CR 3.2', 'SAR 3.2'],
])

const rows = [...page.matchAll(/^\| ([CS]A?R [\d.]+) \| [^|]+ \| ([a-z ]+) \| (.*) \|$/gm)].map(
  ([, id = '', verdict = '', cells = '']) => ({ id, verdict, test: cells.split(' | ').at(-1) ?? '' }),
)
const notApplying = idsIn(page.split('**Not applicable:**')[1] ?? '')

describe('the page about IEC 62443-4-2', () => {
  it('quotes existing tests and titles, at least one for every requirement that is met', () => {
    const { count, missing } = checkedQuotes(page)
    const untested = rows.filter(({ verdict, test }) => verdict === 'met' && !/\.test\.ts` “/.test(test))

    expect(count).to.be.greaterThan(40)
    expect(missing).to.deep.equal([])
    expect(untested).to.deep.equal([])
  })

  it('lists every component requirement exactly once', () => {
    const listed = [...rows.map(({ id }) => id), ...notApplying]

    expect(listed).to.have.members(REQUIREMENTS.map((id) => OF_APPLICATIONS.get(id) ?? id))
  })

  it('states the correct numbers of met and unmet requirements', () => {
    const [met, partly, not, operators] = ['met', 'partly', 'not met', 'operator'].map(
      (verdict) => rows.filter((row) => row.verdict === verdict).length,
    )

    expect(page).to.include(
      `Of the ${rows.length} that apply, ${met} are met, ${partly} are partly met, ${not} is not met, and ${operators} are left to the operator.`,
    )
  })

  it('names existing settings', () => {
    const readme = read('README.md')

    for (const setting of new Set(page.match(/PLINTH_[A-Z_]+/g))) expect(readme, setting).to.include(`\`${setting}\``)
  })
})

/** Returns the ids in a text; "CR 3.10 to 3.14" stands for five. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/CR (\d)\.(\d+)(?: to \d\.(\d+))?/g)].flatMap(([, group, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `CR ${group}.${Number(first) + index}`),
  )
}

import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { checkedQuotes } from './quoted-tests.js'

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url)
const read = (path: string) => readFileSync(fileOf(path), 'utf8')
const page = read('docs/security.md')

/** Number of level 1 and 2 requirements in each section of ASVS 5.0.0. Those of level 3 are last in each section. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2, 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2, 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3, 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5, 'V6.6': 3 },
  ...{ 'V6.8': 4, 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2, 'V8.1': 2, 'V8.2': 3, 'V8.3': 1 },
  ...{ 'V8.4': 1, 'V9.1': 3, 'V9.2': 4, 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2 },
  ...{ 'V10.7': 3, 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1, 'V12.1': 3, 'V12.2': 2 },
  ...{ 'V12.3': 4, 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5, 'V14.1': 2, 'V14.2': 4, 'V14.3': 3, 'V15.1': 3 },
  ...{ 'V15.2': 3, 'V15.3': 7, 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3, 'V17.1': 1, 'V17.2': 4 },
  ...{ 'V17.3': 2 },
}
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

const chapter = page.split('\n## OWASP ASVS 5.0\n')[1]?.split('\n## ')[0] ?? ''
const rows = [...chapter.matchAll(/^\| (V[\d.]+) \| ([12]) \| [^|]+ \| ([a-z ]+) \|/gm)]
const [, chapterEnd = ''] = chapter.split('**Not applicable:**')
/** Ids of requirements, or of whole sections and chapters. */
const notApplying = [...chapterEnd.matchAll(/^\| (V[^|]+) \|/gm)].flatMap(([, ids = '']) => ids.split(', '))

describe('the security page', () => {
  it('quotes existing tests and titles', () => {
    const { count, missing } = checkedQuotes(page)

    expect(count).to.be.greaterThan(100)
    expect(missing).to.deep.equal([])
  })

  it('lists every requirement of ASVS levels 1 and 2 exactly once', () => {
    const listedIds = [...rows.map(([, id = '']) => id), ...notApplying]
    const counts = REQUIREMENTS.map((id) => listedIds.filter((name) => id === name || id.startsWith(`${name}.`)).length)

    expect(REQUIREMENTS).to.have.lengthOf(253)
    expect(REQUIREMENTS.filter((_, index) => counts[index] !== 1)).to.deep.equal([])
    expect(
      listedIds.filter((name) => !REQUIREMENTS.some((id) => id === name || id.startsWith(`${name}.`))),
    ).to.deep.equal([])
  })

  it('states the correct numbers of met and unmet requirements', () => {
    const count = (verdict: string) => rows.filter(([, , , actual]) => actual === verdict).length
    const [met, partly, not, operators] = ['met', 'partly', 'not met', 'operator'].map(count)

    expect(chapter).to.include(
      `Of the ${rows.length} that apply, ${met} are met, ${partly} are partly met, ${not} are not met, and ${operators} are left to the operator.`,
    )
    expect(count('met') + count('partly') + count('not met') + count('operator')).to.equal(rows.length)
  })

  it('names existing settings and commands', () => {
    const readme = read('README.md')
    const settings = new Set(page.match(/PLINTH_[A-Z_]+/g))
    const commands = new Set([...page.matchAll(/`npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name))

    for (const setting of settings) expect(readme, setting).to.include(`\`${setting}\``)
    expect(Object.keys(JSON.parse(read('package.json')).scripts)).to.include.members([...commands])
  })

  it('links to existing chapters', () => {
    const links = [...page.matchAll(/\]\(([^)#]*)#([\w-]+)\)/g)]

    const broken = links.filter(
      ([, file = '', anchor = '']) => !anchorsOf(file ? `docs/${file}` : 'docs/security.md').includes(anchor),
    )
    expect(links.length).to.be.greaterThan(10)
    expect(broken.map(([link]) => link)).to.deep.equal([])
  })
})

function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type ErrorTable, httpErrors } from '@plinth/kernel'
import { kernelSettingsSchema } from '@plinth/kernel/composition'
import { standardPlugins } from '@plinth/service'
import { expect } from 'chai'
import type { AnySchema } from 'yup'
import { REPO_ROOT } from '../support/service-process.js'

/** Files that documented commands create in a clone: data, secrets and configurations. */
const CREATED_FILES = [
  'data/secret.key',
  'data-2/plinth.db',
  'plinth.db',
  'plinth.db-wal',
  'plinth.db-owner',
  'plinth.dump',
  'plinth.key',
  'database_url',
  'plant.json',
  'plant.json.gz',
  'configuration_export.json',
  'plinth.cdx.json',
  'release/plinth-kernel-0.1.0.tgz',
]

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const settingsSchemas = [kernelSettingsSchema, ...standardPlugins.flatMap(({ settings }) => settings ?? [])]

describe('the documents', () => {
  it('list exactly the existing errors, with status and text', () => {
    const tables: ErrorTable[] = [httpErrors, ...standardPlugins.map(({ errors }) => errors ?? {})]
    const errors = tables.flatMap((table) => Object.values(table))
    const rows = read('docs/errors.md').match(/^\| `[A-Z_]+` .*$/gm)

    expect(rows).to.have.members(errors.map(({ code, status, text }) => `| \`${code}\` | ${status} | ${text} |`))
  })

  it('list exactly the existing settings', () => {
    const settings = settingsSchemas.flatMap(({ fields }) => Object.keys(fields).map(variableOf))

    const named = settingsRows().flatMap((row) => row.split(' | ')[0]?.match(/PLINTH_\w+/g) ?? [])

    expect(named).to.have.members(settings)
  })

  it('state the range of every numeric setting', () => {
    const fields = settingsSchemas.flatMap((schema) => Object.entries(schema.fields as Record<string, AnySchema>))
    const ranges = fields
      .filter(([, { type }]) => type === 'number')
      .map(([name, field]) => [variableOf(name), rangeOf(field)])
    const documented = settingsRows().flatMap((row) => {
      const [names = '', , cell = ''] = row.split('|').slice(1)
      const cellRanges = cell.trim().split('; ')
      return (names.match(/PLINTH_\w+/g) ?? []).map((name, index) => [name, cellRanges[index]])
    })

    expect(ranges).to.have.length.above(20)
    expect(documented).to.deep.include.members(ranges)
  })

  it('mark exactly the settings that can be read from a file', () => {
    const table = read('README.md').split('## Settings')[1] ?? ''
    const marked = [...table.matchAll(/`(PLINTH_\w+)` \*/g)].map(([, name]) => name)

    expect(marked).to.have.members([
      'PLINTH_DATABASE_URL',
      'PLINTH_SECRET_KEY',
      'PLINTH_SECRET_KEY_PREVIOUS',
      'PLINTH_SUDO_PASSWORD',
      'PLINTH_IMPORT_DEFAULT_PASSWORD',
      'PLINTH_AUDIT_KEY',
      'PLINTH_AUDIT_KEY_PREVIOUS',
      'PLINTH_AUDIT_KEYS_RETIRED',
    ])
  })

  it('link to each section of docs/operations.md at its beginning', () => {
    const [beginning = '', ...sections] = read('docs/operations.md').split(/^## /m)
    const headings = sections.map((section) => section.split('\n')[0] ?? '')
    const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-')

    const links = beginning.match(/\[[^\]]+\]\(#[^)]+\)(?= ·|$)/gm)

    expect(links).to.deep.equal(headings.map((heading) => `[${heading}](#${anchorOf(heading)})`))
  })

  it('describe no command that creates a file which git would add', () => {
    const input = CREATED_FILES.join('\n')
    const ignored = execFileSync('git', ['check-ignore', '--no-index', '--stdin'], {
      cwd: REPO_ROOT,
      input,
      encoding: 'utf8',
    })

    expect(ignored.trim().split('\n')).to.deep.equal(CREATED_FILES)
  })
})

/** Returns the rows of the table of settings in the README. */
function settingsRows(): string[] {
  const chapter = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
  return chapter.split('\n').filter((line) => line.startsWith('| `PLINTH_'))
}

function rangeOf(field: AnySchema): string {
  const { tests } = field.describe() as { tests: { name?: string; params?: { min?: number; max?: number } }[] }
  const minimum = tests.find(({ name }) => name === 'min')?.params?.min
  const maximum = tests.find(({ name }) => name === 'max')?.params?.max
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`
}

/** Returns the variable of a setting: `sudoPassword` → `PLINTH_SUDO_PASSWORD`. */
function variableOf(setting: string): string {
  return `PLINTH_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

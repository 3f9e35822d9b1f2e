import { readFileSync } from 'node:fs'
import { type ErrorTable, httpErrors, kernelSettingsSchema } from '@plinth/kernel'
import { standardPlugins } from '@plinth/service'
import { expect } from 'chai'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

describe('the documents', () => {
  it('list every error with its status and text, and no other', () => {
    const tables: ErrorTable[] = [httpErrors, ...standardPlugins.map(({ errors }) => errors ?? {})]
    const kinds = tables.flatMap((table) => Object.values(table))
    const rows = read('docs/errors.md').match(/^\| `[A-Z_]+` .*$/gm)

    expect(rows).to.have.members(kinds.map(({ code, status, text }) => `| \`${code}\` | ${status} | ${text} |`))
  })

  it('list every setting, and no other', () => {
    const schemas = [kernelSettingsSchema, ...standardPlugins.flatMap(({ config }) => config ?? [])]
    const settings = schemas.flatMap(({ fields }) => Object.keys(fields).map(variableOf))
    const table = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
    const rows = table.split('\n').filter((line) => line.startsWith('| `PLINTH_'))

    const named = rows.flatMap((row) => row.split(' | ')[0]?.match(/PLINTH_\w+/g) ?? [])

    expect(named).to.have.members(settings)
  })

  it('mark every setting that may be given as a file, and no other', () => {
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
    ])
  })
})

/** `sudoPassword` → `PLINTH_SUDO_PASSWORD`. */
function variableOf(setting: string): string {
  return `PLINTH_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type DescribedSetting, describedSettings } from './described-settings.js'

export const REPO_ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const MARK =
  '// Generated from the schemas of the settings. Do not edit: `npm run generate -w @plinth/service` regenerates it.\n\n'
/** Maximum line length of the help, so that a terminal does not wrap it. */
const HELP_COLUMNS = 100
/** Maximum line length of sources. */
const SOURCE_COLUMNS = 120

/** Generates every file that describes settings. Returns the contents by path in the repository. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const settings = describedSettings()
  return new Map([
    ['packages/service/src/plinth-settings.ts', typeOf(settings)],
    ['packages/service/src/bin/settings-help.ts', helpOf(settings)],
    ['README.md', withTable(await readFile(`${REPO_ROOT}README.md`, 'utf8'), settings)],
  ])
}

function typeOf(settings: readonly DescribedSetting[]): string {
  const members = settings.map(
    ({ name, description, otherwise }) =>
      `  /**\n${wrapped(description, '   * ', SOURCE_COLUMNS)}\n   * @defaultValue ${otherwise}\n   */\n  readonly ${name}?: StandardSettings['${name}']\n`,
  )
  return `${MARK}import type { StandardSettings } from './standard-settings.js'

/** The settings of the environment in camel case, without its prefix: \`PLINTH_SUDO_PASSWORD\` is \`sudoPassword\`. */
export interface PlinthSettings {
${members.join('')}}
`
}

function helpOf(settings: readonly DescribedSetting[]): string {
  const entries = settings.map(({ variable, description, otherwise, range, isSecret }) => {
    const facts = `${description} Default: ${otherwise}.${range && ` Range: ${range}.`}`
    return `  ${variable}${isSecret ? ' *' : ''}\n${wrapped(facts.replaceAll('`', ''), '      ', HELP_COLUMNS)}`
  })
  return `${MARK}/** The list of settings in \`plinth serve --help\`. */
export const SETTINGS_HELP = ${templateOf(`
Settings are read from the environment. Those marked * can also be read from a file: PLINTH_SECRET_KEY_FILE=/run/secrets/key.

${entries.join('\n')}`)}
`
}

const templateOf = (text: string) => `\`${text.replace(/[\\`$]/g, '\\$&')}\``

function wrapped(text: string, indent: string, columns: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > columns) lines.push(`${indent}${word}`)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

/** Replaces the table of settings in the README, the only table in its chapter. */
function withTable(readme: string, settings: readonly DescribedSetting[]): string {
  const rows = settings.map(
    ({ variable, otherwise, range, description, isSecret }) =>
      `| \`${variable}\`${isSecret ? ' *' : ''} | ${otherwise} | ${range && `${range} `}| ${description} |\n`,
  )
  const table = `| name | default | range | |\n|---|---|---|---|\n${rows.join('')}`
  return readme.replace(/(?<=^## Settings\n[^|]*)(^\|.*\n)+/m, () => table)
}

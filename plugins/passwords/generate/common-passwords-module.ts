import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dictionary } from '@zxcvbn-ts/language-common'

const PACKAGE = '@zxcvbn-ts/language-common'
const LINE_WIDTH = 119

/** Path of the generated module. */
export const MODULE_PATH = fileURLToPath(new URL('../src/common-passwords.ts', import.meta.url))

/** Generates the source of the module with the list of common passwords, from the installed dictionary. */
export async function renderCommonPasswordsModule(): Promise<string> {
  const folder = new URL('../', import.meta.resolve(PACKAGE))
  const [licence, { version }] = await Promise.all([
    readFile(new URL('LICENSE.txt', folder), 'utf8'),
    readFile(new URL('package.json', folder), 'utf8').then(JSON.parse),
  ])
  return `${head(version, licence)}${body(dictionary['passwords-common'])}`
}

function head(version: string, licence: string): string {
  const text = `Generated: \`npm run generate -w @plinth/passwords\` regenerates it. Do not edit.

The dictionary \`passwords-common\` of ${PACKAGE} ${version} (https://github.com/zxcvbn-ts/zxcvbn), whose licence is:

${licence.trim()}`
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd())
  return `/*!\n${lines.join('\n')}\n */\n\n`
}

/** Returns the exported list: as many words on a line as fit, each preceded by a space, which the look-up relies on. */
function body(words: readonly string[]): string {
  const lines = ['']
  for (const word of words) {
    if (!/^[!-~]+$/.test(word) || /[A-Z`\\]|\$\{/.test(word)) throw new Error(`this word would need escaping: ${word}`)
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= LINE_WIDTH) lines[lines.length - 1] = line
    else lines.push(` ${word}`)
  }
  return `/** Common passwords in lower case, the most common first. */
export const COMMON_PASSWORDS = \`\n${lines.join('\n')}\n\`\n`
}

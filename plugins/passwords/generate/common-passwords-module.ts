import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dictionary } from '@zxcvbn-ts/language-common'

const PACKAGE = '@zxcvbn-ts/language-common'
const WIDTH = 119

/** Where the generated module is. */
export const MODULE = fileURLToPath(new URL('../src/common-passwords.ts', import.meta.url))

/** The module with the list of common passwords, as it has to be now. */
export async function commonPasswordsModule(): Promise<string> {
  const folder = new URL('../', import.meta.resolve(PACKAGE))
  const [licence, { version }] = await Promise.all([
    readFile(new URL('LICENSE.txt', folder), 'utf8'),
    readFile(new URL('package.json', folder), 'utf8').then(JSON.parse),
  ])
  return `${head(version, licence)}${body(dictionary['passwords-common'])}`
}

function head(version: string, licence: string): string {
  const text = `Generated: \`npm run generate -w @plinth/passwords\` makes it anew. Do not edit.

The dictionary \`passwords-common\` of ${PACKAGE} ${version} (https://github.com/zxcvbn-ts/zxcvbn), whose licence is:

${licence.trim()}`
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd())
  return `/*!\n${lines.join('\n')}\n */\n\n`
}

/** Many on a line, with a blank before each. */
function body(words: readonly string[]): string {
  const lines = ['']
  for (const word of words) {
    if (!/^[!-~]+$/.test(word) || /[A-Z`\\]|\$\{/.test(word)) throw new Error(`cannot be written as it is: ${word}`)
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= WIDTH) lines[lines.length - 1] = line
    else lines.push(` ${word}`)
  }
  return `/** What many people have for a password, in lower case, the most common first. */
export const COMMON_PASSWORDS = \`\n${lines.join('\n')}\n\`\n`
}

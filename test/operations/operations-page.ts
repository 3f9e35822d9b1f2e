import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPO_ROOT } from '../support/service-process.js'

const PAGE = readFileSync(join(REPO_ROOT, 'docs/operations.md'), 'utf8')

/** Returns the shell blocks of a chapter of docs/operations.md. */
export function blocksOf(title: string): string[] {
  const chapter = PAGE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  if (blocks.length === 0) throw new Error(`docs/operations.md has no blocks under "${title}"`)
  return blocks
}

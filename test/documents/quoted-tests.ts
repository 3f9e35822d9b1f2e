import { existsSync, readFileSync } from 'node:fs'

/** Matches quoted tests: a file, and optionally titles or parts of titles. */
const TESTS = /`([a-z\d/-]+\.test\.ts)`((?:,?\s“[^”]+”)*)/g

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url)

/** Returns how many tests a page quotes, and which of their files and titles do not exist. */
export function checkedQuotes(page: string): { readonly count: number; readonly missing: readonly string[] } {
  const quotes = [...page.matchAll(TESTS)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title.replaceAll(/\s+/g, ' ')),
  }))
  const missing = quotes.flatMap(({ file, titles }) => {
    if (!existsSync(fileOf(file))) return [file]
    const lines = titlesOf(file)
    return titles.filter((title) => !lines.some((line) => line.includes(title))).map((title) => `${file}: ${title}`)
  })
  return { count: quotes.length, missing }
}

/** Returns the lines of a file that contain titles, without escapes. */
function titlesOf(file: string): string[] {
  return readFileSync(fileOf(file), 'utf8')
    .split('\n')
    .filter((line) => /^\s*\w+\(['"`]|^\s*['"`]/.test(line) || /^\s*\[['"`]/.test(line))
    .map((line) => line.replaceAll("\\'", "'"))
}

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file atomically, and only if its contents differ, because another process may be running it. */
export async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const existing = await readFile(path).catch(() => undefined)
  if (existing?.equals(contents)) return
  const draft = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(draft, contents, { mode: 0o755 })
  await rename(draft, path)
}

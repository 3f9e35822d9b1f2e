import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '@plinth/kernel'
import { flushToDisk, makeFolder } from '@plinth/kernel/composition'
import { KEY_FILE, readKeyFile, restoreDraftOf, unusableFile } from './key-file.js'

/**
 * Replaces the key of a data folder, for a database that is replaced at the same time. Only one process may do this:
 * the one that owns the database.
 */
export class KeyReplacement {
  readonly #dataDir: string
  readonly #file: string
  readonly #draft: string
  readonly #key: string
  #previousFile: string | undefined
  #isPrepared = false

  constructor(dataDir: string, key: string) {
    this.#dataDir = dataDir
    this.#file = join(dataDir, KEY_FILE)
    this.#draft = restoreDraftOf(this.#file)
    this.#key = key
  }

  /** The file with a copy of the previous key; `undefined` if there was none, or it is the same. */
  get previousFile(): string | undefined {
    return this.#previousFile
  }

  /**
   * Writes the new key next to the current one, and a copy of the current one, so that `commit` only renames a file.
   * Throws a `StartupError` if the current key cannot be read, or the files cannot be written.
   */
  prepare(): void {
    const current = readKeyFile(this.#dataDir)?.key
    const options = { mode: 0o600, flag: 'wx', flush: true }
    try {
      makeFolder(this.#dataDir)
      rmSync(this.#draft, { force: true }) // left by a process that was killed
      if (current === this.#key) return
      if (current === undefined && existsSync(this.#file)) throw new Error('unreadable')
      this.#isPrepared = true
      writeFileSync(this.#draft, this.#key, options)
      if (current === undefined) return
      this.#previousFile = `${this.#file}-previous-${new Date().toISOString().replace(/[:.]/g, '-')}`
      writeFileSync(this.#previousFile, current, options)
    } catch {
      this.cleanUp()
      throw unusableFile(this.#file)
    }
  }

  /** Replaces the key atomically. Throws a `StartupError` with the remedy: by now the database has been replaced. */
  commit(): void {
    if (!this.#isPrepared) return
    this.#isPrepared = false
    try {
      renameSync(this.#draft, this.#file)
      flushToDisk(this.#dataDir)
    } catch (error) {
      throw new StartupError(
        `The database is restored, but its key is not (${(error as { code?: string }).code}). Before you start the service, move ` +
          `${this.#draft} to ${this.#file}.`,
      )
    }
  }

  /** Removes the files of a replacement that was not committed. */
  cleanUp(): void {
    if (!this.#isPrepared) return
    for (const file of [this.#draft, this.#previousFile]) if (file !== undefined) rmSync(file, { force: true })
  }
}

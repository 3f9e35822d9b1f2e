import { join } from 'node:path'
import type { Measurement } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { REFERENCED_RECORD_COUNT, writePlantFile } from './plant-file.js'

export interface TransferOptions extends Measurement {
  readonly records: number
  readonly rounds: number
  /** Whether to measure 1,000,000 tags too. */
  readonly isLarge: boolean
}

/** A generated file, and the number of its records. */
export interface PlantFile {
  readonly path: string
  readonly tags: number
  readonly records: number
}

/** The generated files of a measurement. Each is written when it is first used. */
export class PlantFiles {
  readonly #folder: string
  readonly #files = new Map<string, Promise<PlantFile>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  of(tags: number, series = 'A'): Promise<PlantFile> {
    const path = join(this.#folder, `plant-${series}-${tags}.json`)
    const known = this.#files.get(path)
    if (known) return known
    const written = writePlantFile(path, tags, series).then(() => ({
      path,
      tags,
      records: tags + REFERENCED_RECORD_COUNT,
    }))
    this.#files.set(path, written)
    return written
  }
}

/** The input of each part of the measurement. */
export interface TransferContext extends TransferOptions {
  readonly sandbox: Sandbox
  readonly files: PlantFiles
  readonly database: string
}

import { join } from 'node:path'
import { type Figure, tableOf } from '../support/figure.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Workplace } from '../support/workplace.js'
import { measureAnswers } from './measure-answers.js'
import { measureGrowth } from './measure-growth.js'
import { measureMemory } from './measure-memory.js'
import { measureRatios } from './measure-ratios.js'
import { COMPANIONS, writePlantFile } from './plant-file.js'

export interface TransferOptions extends Measurement {
  readonly records: number
  readonly rounds: number
  /** With 1,000,000 tags too. */
  readonly isLarge: boolean
}

/** A generated file and how many records it holds. */
export interface PlantFile {
  readonly path: string
  readonly tags: number
  readonly records: number
}

/** The files of a measurement; each is written when it is first asked for. */
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
    const written = writePlantFile(path, tags, series).then(() => ({ path, tags, records: tags + COMPANIONS }))
    this.#files.set(path, written)
    return written
  }
}

/** Everything that is promised of configuration transfer, on each database. */
export async function measureTransfer(workplace: Workplace, options: TransferOptions): Promise<void> {
  const files = new PlantFiles(workplace.folder)
  const title = `Configuration transfer${options.isLarge ? ' with 1,000,000 tags' : ''}`
  await measureEach(workplace, title, options, async (database) => {
    const task = { workplace, files, database, ...options }
    const figures: Figure[] = []
    for (const measure of [measureRatios, measureAnswers, measureMemory, measureGrowth]) {
      const found = await measure(task)
      console.log(tableOf(found))
      figures.push(...found)
    }
    return figures
  })
}

/** What each part of the measurement is given. */
export interface Task extends TransferOptions {
  readonly workplace: Workplace
  readonly files: PlantFiles
  readonly database: string
}

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogControl, SettingValues } from '@plinth/kernel'
import { until } from '@plinth/testing'
import { expect } from 'chai'
import { inMemory, kernelsOfSuite } from './support/kernels.js'
import { logPlugin } from './support/log-plugin.js'

const HOUR_S = 3_600
/** Number of rotated files. Renaming all of them for each new one would take minutes. */
const MANY_FILES = 3_000
const MANY_LINES = 20_000
const SMALLEST_FILES = { logMaxBytes: 1_024, logBackupCount: 1_000_000_000 }

describe('lines that wait for the log file', () => {
  const newKernel = kernelsOfSuite()
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-log-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('are limited even if nothing fails, and the number of dropped lines is reported', async () => {
    const pipe = blockLog()
    const { log, lines, stop } = await startKernel({ logMaxBytes: 2 ** 40 })
    const text = 'x'.repeat(10_000)

    for (let number = 0; number < 10_000; number += 1) log.info({ number, text })
    const dropped = Number(reportsIn(lines, 'were dropped').at(-1)?.lost_lines)
    const [read] = await Promise.all([pipe.read(), stop()])

    expect(dropped).to.be.within(5_000, 8_000)
    const numbers = numbersIn(read)
    expect(numbers).to.deep.equal(Array.from({ length: 10_000 - dropped }, (_, index) => dropped + index))
    expect(reportsIn(lines, 'stopped before')).to.deep.equal([])
  })

  it('are reported at the stop when they could not be written', async () => {
    const { log, lines, stop } = await startKernel()
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder should be')
    for (let number = 0; number < 7; number += 1) log.info({ number })

    await stop()

    expect(reportsIn(lines, 'stopped before')).to.have.length(1)
    expect(reportsIn(lines, 'stopped before')[0]).to.deep.include({ level: 50, folder, lost_lines: 7 })
  })

  it('are reported at the stop when the disk does not respond, before the process ends', async () => {
    const pipe = blockLog()
    const { log, lines, stop } = await startKernel()
    for (let number = 0; number < 7; number += 1) log.info({ number })

    await stop()
    await pipe.read()

    expect(reportsIn(lines, 'stopped before').map(({ lost_lines }) => lost_lines)).to.deep.equal([7])
  })

  it('fill files of the size that was set while they were waiting', async () => {
    const { log, logControl } = await startKernel(SMALLEST_FILES)
    for (let number = 0; number < 4_000; number += 1) log.info({ number })

    await logControl.apply({ ...logControl.settings, maxBytes: 100_000_000, backupCount: 3 })

    expect(await readdir(folder)).to.deep.equal(['plinth.log'])
    expect(numbersIn(await readFile(join(folder, 'plinth.log'), 'utf8'))).to.have.length(4_000)
  })

  it('do not block a change of the file size while they are being written', async () => {
    await fillFolder()
    const { log, logControl } = await startKernel(SMALLEST_FILES)
    for (let number = 0; number < MANY_LINES; number += 1) log.info({ number })
    log.error({ number: MANY_LINES }, 'is written immediately')
    await until(async () => (await readdir(folder)).includes(`plinth.log.${MANY_FILES + 100}`))

    await logControl.apply({ ...logControl.settings, maxBytes: 100_000_000, backupCount: 3 })

    expect((await readdir(folder)).length).to.be.below(5)
    const numbers = numbersIn(await readFile(join(folder, 'plinth.log'), 'utf8'))
    expect(numbers.length).to.be.above(MANY_LINES / 2)
    expect(numbers.at(-1)).to.equal(MANY_LINES)
  })

  it('fill several new files, for which older files are renamed only once', async () => {
    await fillFolder()
    const { log, stop } = await startKernel(SMALLEST_FILES)
    for (let number = 0; number < MANY_LINES; number += 1) log.info({ number })

    await stop()

    const names = await readdir(folder)
    const texts = await Promise.all(names.sort(byAge).map((name) => readFile(join(folder, name), 'utf8')))
    expect(texts.slice(0, MANY_FILES)).to.deep.equal(
      Array.from({ length: MANY_FILES }, (_, index) => `older ${index}\n`),
    )
    expect(numbersIn(texts.slice(MANY_FILES).join(''))).to.deep.equal(
      Array.from({ length: MANY_LINES }, (_, index) => index),
    )
    expect(names.sort(byAge)).to.deep.equal([
      ...Array.from({ length: names.length - 1 }, (_, index) => `plinth.log.${names.length - 1 - index}`),
      'plinth.log',
    ])
  })

  it('do not renumber rotated files beyond a gap in the numbering', async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'plinth.log.2'), 'near')
    await writeFile(join(folder, 'plinth.log.5'), 'far')
    const { log, stop } = await startKernel({ logMaxBytes: 1_024, logBackupCount: 9 })

    log.info({ text: 'x'.repeat(1_024) })
    log.info({ text: 'x'.repeat(1_024) })
    await stop()

    expect((await readdir(folder)).sort()).to.deep.equal(
      ['', '.1', '.2', '.3', '.5'].map((suffix) => `plinth.log${suffix}`),
    )
    expect(await readFile(join(folder, 'plinth.log.3'), 'utf8')).to.equal('near')
  })

  /** Replaces the file with a named pipe: writes block until it is read. */
  function blockLog() {
    const path = join(folder, 'plinth.log')
    execFileSync('mkfifo', [path])
    return { read: () => readFile(path, 'utf8') }
  }

  async function fillFolder(): Promise<void> {
    for (let number = 1; number <= MANY_FILES; number += 1)
      await writeFile(join(folder, `plinth.log.${number}`), `older ${MANY_FILES - number}\n`)
  }

  /** Starts a kernel with a plugin that exposes its log. */
  async function startKernel(settings: SettingValues = {}) {
    const lines: string[] = []
    const kernel = newKernel({
      settings: { ...inMemory.settings, logDir: folder, loggerPeriod: HOUR_S, ...settings },
      writeLog: (line) => lines.push(line),
    }).use(logPlugin)
    await kernel.start()
    const { exposedLog, logControl } = kernel.services
    return { log: exposedLog.log, logControl: logControl as LogControl, lines, stop: () => kernel.stop() }
  }
})

function reportsIn(lines: readonly string[], text: string): { readonly [field: string]: unknown }[] {
  return lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line))
}

function numbersIn(text: string): number[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line).number).filter((number) => number !== undefined)
}

/** Sorts file names from oldest to newest. */
function byAge(one: string, other: string): number {
  const age = (name: string) => Number(name.split('.')[2] ?? 0)
  return age(other) - age(one)
}

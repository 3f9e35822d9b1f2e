import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogControl, SettingValues } from '@plinth/kernel'
import { until } from '@plinth/testing'
import { expect } from 'chai'
import { inMemory, kernelsOfSuite } from './support/kernels.js'
import { logPlugin } from './support/log-plugin.js'

const HOUR_S = 3_600

describe('the log file', () => {
  const newKernel = kernelsOfSuite()
  let parent: string
  let folder: string
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'plinth-log-'))
    folder = join(parent, 'log')
  })
  afterEach(() => rm(parent, { recursive: true, force: true }))

  describe('level', () => {
    it('applies immediately after a change, also to existing child loggers', async () => {
      const { log, logControl, lines } = await startKernel()
      const child = log.child({ request_id: 'r1' })
      const grandchild = child.child({ step: 2 })
      const loggers = [log, child, grandchild]
      const logAt = (level: 'debug' | 'info' | 'warn', msg: string) => {
        for (const logger of loggers) logger[level]({}, msg)
      }

      logAt('info', 'logged')
      logAt('debug', 'suppressed: below the first level')
      await logControl.apply({ ...logControl.settings, level: 30 })
      logAt('warn', 'logged')
      logAt('info', 'suppressed: below a higher level')
      await logControl.apply({ ...logControl.settings, level: 10 })
      logAt('debug', 'logged')

      const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /logged|suppressed/.test(msg))
      expect(written.map(({ msg, request_id, step }) => [msg, request_id, step])).to.deep.equal(
        Array.from({ length: 3 }).flatMap(() => [
          ['logged', undefined, undefined],
          ['logged', 'r1', undefined],
          ['logged', 'r1', 2],
        ]),
      )
    })

    for (const [level, passed] of [
      [0, ['trace', 'debug', 'info', 'warn', 'error', 'fatal']],
      [10, ['debug', 'info', 'warn', 'error', 'fatal']],
      [20, ['info', 'warn', 'error', 'fatal']],
      [30, ['warn', 'error', 'fatal']],
      [40, ['error', 'fatal']],
      [50, ['fatal']],
    ] as const) {
      it(`${level} passes ${passed.join(', ')}, to the file and to the other output`, async () => {
        const { log, lines, stop } = await startKernel({ logLevel: level })
        const start = lines.length

        for (const name of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) log[name]({ method: name })
        await stop()

        const methodOf = (line: string) => JSON.parse(line).method
        expect(lines.slice(start).map(methodOf).filter(Boolean)).to.deep.equal(passed)
        expect((await linesOf('plinth.log')).map(methodOf).filter(Boolean)).to.deep.equal(passed)
      })
    }
  })

  it('contains every line once and in order despite 20 changes of settings', async () => {
    const { log, logControl, stop } = await startKernel({ loggerPeriod: 1 })
    const changes: Promise<void>[] = []

    for (let number = 0; number < 5_000; number += 1) {
      log.info({ number }, 'counted')
      if (number % 250 === 0) changes.push(logControl.apply(settingsOfChange(changes.length)))
      if (number % 50 === 0) await turnOfTheLoop()
      if (number % 500 === 0) await changes.at(-1)
    }
    await Promise.all(changes)
    await stop()

    const numbers = (await allLines()).map((line) => JSON.parse(line).number).filter((number) => number !== undefined)
    expect(changes).to.have.length(20)
    expect(numbers).to.deep.equal(Array.from({ length: 5_000 }, (_, number) => number))
  })

  it('contains every line once the kernel has stopped', async () => {
    const { log, stop } = await startKernel({ loggerPeriod: HOUR_S })
    for (let number = 0; number < 1_000; number += 1) log.info({ number }, 'counted')

    await stop()

    const numbers = (await linesOf('plinth.log')).map((line) => JSON.parse(line).number)
    expect(numbers.filter((number) => number !== undefined)).to.have.length(1_000)
  })

  it('loses none of 120,000 lines during a long period', async () => {
    const { log, stop } = await startKernel({ loggerPeriod: HOUR_S, logMaxBytes: 2 ** 30 })

    for (let number = 0; number < 120_000; number += 1) log.info({ number })
    await stop()

    const numbers = (await linesOf('plinth.log')).map((line) => JSON.parse(line).number).filter(Number.isInteger)
    expect(numbers).to.have.length(120_000)
    expect(numbers.every((number, index) => number === index)).to.equal(true)
  })

  it('is continued by the next kernel', async () => {
    const before = await startKernel()
    before.log.info({}, 'before')
    await before.stop()

    const after = await startKernel()
    after.log.info({}, 'after')
    await after.stop()

    const written = (await linesOf('plinth.log')).map((line) => JSON.parse(line).msg)
    expect(written.filter((msg) => msg === 'before' || msg === 'after')).to.deep.equal(['before', 'after'])
  })

  it('does not exist without a folder in the settings', async () => {
    const { log, stop } = await startKernel({ logDir: undefined })

    log.error({}, 'said')
    await stop()

    expect(await readdir(parent)).to.deep.equal([])
  })

  describe('rotation', () => {
    it('retains plinth.log and the configured number of older files, the newest of which is number 1', async () => {
      const { log, stop } = await startKernel({ logMaxBytes: 1_024, logBackupCount: 3 })

      for (let number = 0; number < 200; number += 1) log.info({ number }, 'counted')
      await stop()

      expect(await names()).to.deep.equal(['plinth.log', 'plinth.log.1', 'plinth.log.2', 'plinth.log.3'])
      const numbers = (await allLines()).map((line) => JSON.parse(line).number)
      expect(numbers).to.have.length.greaterThan(10)
      expect(numbers).to.deep.equal(numbers.map((_, index) => 200 - numbers.length + index))
    })

    it('lets a file exceed its size by less than one line', async () => {
      const { log, stop } = await startKernel({ logMaxBytes: 2_048, logBackupCount: 50 })

      for (let number = 0; number < 300; number += 1) log.info({ text: 'x'.repeat((number * 37) % 700) }, 'counted')
      await stop()

      const rotated = (await names()).filter((name) => name !== 'plinth.log')
      expect(rotated).to.have.length.greaterThan(10)
      for (const name of rotated) {
        const size = (await stat(join(folder, name))).size
        const lastLine = Buffer.byteLength(`${(await linesOf(name)).at(-1)}\n`)
        expect(size - lastLine, name).to.be.lessThan(2_048)
        expect(size, name).to.be.at.least(2_048)
      }
      expect((await stat(join(folder, 'plinth.log'))).size).to.be.lessThan(2_048)
    })

    it('deletes only surplus files, as soon as a lower number is set', async () => {
      const { log, logControl } = await startKernel({ logMaxBytes: 1_024, logBackupCount: 12 })
      await writeFile(join(folder, 'plinth.log.old'), 'mine')
      await writeFile(join(folder, 'other.log.9'), 'mine')
      for (let number = 0; number < 200; number += 1) log.info({ number }, 'counted')
      await logControl.apply({ ...logControl.settings })
      const before = await names()

      await logControl.apply({ ...logControl.settings, backupCount: 2 })

      expect(before).to.include.members(['plinth.log.3', 'plinth.log.12'])
      expect(await names()).to.have.members([
        'other.log.9',
        'plinth.log',
        'plinth.log.1',
        'plinth.log.2',
        'plinth.log.old',
      ])
    })

    it('applies a higher number of files and another size as soon as they are set', async () => {
      const { log, logControl, stop } = await startKernel({ logMaxBytes: 1_024, logBackupCount: 1 })
      for (let number = 0; number < 50; number += 1) log.info({ number }, 'counted')

      await logControl.apply({ ...logControl.settings, backupCount: 4, maxBytes: 4_096 })
      for (let number = 0; number < 200; number += 1) log.info({ number }, 'counted')
      await stop()

      expect(await names()).to.deep.equal(['plinth.log', ...[1, 2, 3, 4].map((number) => `plinth.log.${number}`)])
      expect((await stat(join(folder, 'plinth.log.1'))).size).to.be.at.least(4_096)
    })

    for (const [logBackupCount, logMaxBytes] of [
      [1e15, 1_024],
      [1e300, 1_024],
      [2, 1e300],
    ] as const) {
      it(`looks only at existing files when the settings allow ${logBackupCount} files of ${logMaxBytes} bytes`, async () => {
        const { log, logControl, stop } = await startKernel({ logMaxBytes, logBackupCount })
        await writeFile(join(folder, 'plinth.log.007'), 'mine')

        for (let number = 0; number < 100; number += 1) log.info({ number }, 'counted')
        await logControl.apply({ ...logControl.settings })
        const moved = join(folder, 'plinth.log.2000000') // as if another program had moved a file
        if (logMaxBytes === 1_024) await rename(join(folder, 'plinth.log.3'), moved)
        for (let number = 100; number < 110; number += 1) log.info({ number }, 'counted')
        await stop()

        const numbers = (await allLines()).flatMap((line) => JSON.parse(line).number ?? [])
        expect(numbers.toSorted((one, other) => one - other)).to.deep.equal(Array.from({ length: 110 }, (_, n) => n))
        expect(await readFile(join(folder, 'plinth.log.007'), 'utf8')).to.equal('mine')
      })
    }

    it('rotates a file that exceeds the new size', async () => {
      const { log, logControl, stop } = await startKernel({ logMaxBytes: 100_000 })
      for (let number = 0; number < 100; number += 1) log.info({ number }, 'counted')
      await logControl.apply({ ...logControl.settings }) // writes the buffered lines
      expect((await stat(join(folder, 'plinth.log'))).size).to.be.greaterThan(1_024)

      await logControl.apply({ ...logControl.settings, maxBytes: 1_024 })
      log.info({}, 'after')
      await stop()

      expect(await names()).to.include('plinth.log.1')
      expect((await stat(join(folder, 'plinth.log'))).size).to.be.lessThan(1_024)
    })
  })

  describe('period', () => {
    it('buffers lines below the level error until an error is logged', async () => {
      const { log } = await startKernel({ loggerPeriod: HOUR_S })
      log.info({}, 'waits')
      log.warn({}, 'waits too')
      const before = await messages()

      log.error({}, 'does not wait')
      await until(async () => (await messages()).includes('does not wait'))

      expect(before).not.to.include('waits').and.not.to.include('waits too')
      expect((await messages()).slice(-3)).to.deep.equal(['waits', 'waits too', 'does not wait'])
    })

    it('ends with the buffered lines being written', async () => {
      const { log } = await startKernel({ loggerPeriod: 1 })

      log.info({}, 'waits a second')

      expect(await messages()).not.to.include('waits a second')
      await until(async () => (await messages()).includes('waits a second'))
    })

    it('applies immediately after a change', async () => {
      const { log, logControl } = await startKernel({ loggerPeriod: HOUR_S })

      await logControl.apply({ ...logControl.settings, period: 1 })
      log.info({}, 'waits a second')

      expect(logControl.settings.period).to.equal(1)
      await until(async () => (await messages()).includes('waits a second'))
    })

    it('writes buffered lines when settings change', async () => {
      const { log, logControl } = await startKernel({ loggerPeriod: HOUR_S })
      log.info({}, 'waits')

      await logControl.apply({ ...logControl.settings, period: 2 * HOUR_S })

      expect(await messages()).to.include('waits')
    })

    it('may be longer than the maximum delay of a timer', async () => {
      const { log, stop } = await startKernel({ loggerPeriod: 10_000_000 })
      log.info({}, 'waits')
      await turnOfTheLoop()
      const before = await messages()

      await stop()

      expect(before).not.to.include('waits')
      expect(await messages()).to.include('waits')
    })
  })

  describe('in a folder that is removed or replaced by a file', () => {
    it('causes a report on the other output, the service continues, and the lines are written once it is back', async () => {
      const { log, lines, database } = await startKernel({ loggerPeriod: HOUR_S })
      await replaceFolder()

      log.error({}, 'while missing')
      await until(() => lines.some((line) => line.includes('cannot be written') && line.includes(folder)))
      const rows = await database.read((knex) => knex.raw('SELECT 1 AS one'))
      await rm(folder)
      log.error({}, 'back')
      await until(async () => (await messages()).includes('back'))

      expect(rows).to.deep.equal([{ one: 1 }])
      expect((await messages()).filter((msg) => msg === 'while missing' || msg === 'back')).to.deep.equal([
        'while missing',
        'back',
      ])
    })

    it('is created again, with its folder, and loses no line that is logged after the removal', async () => {
      const { log } = await startKernel({ loggerPeriod: HOUR_S })
      log.error({}, 'before')
      await until(async () => (await messages()).includes('before'))

      await rm(folder, { recursive: true })
      log.error({}, 'while missing')
      log.error({}, 'back')

      await until(async () => (await messages()).includes('back'))
      expect(await messages()).to.deep.equal(['while missing', 'back'])
      expect((await stat(folder)).mode & 0o077, 'permissions of others').to.equal(0)
    })

    it('is created again after another program has removed or moved it', async () => {
      const { log } = await startKernel({ loggerPeriod: HOUR_S })
      log.error({}, 'before')
      await until(async () => (await messages()).includes('before'))

      await rm(join(folder, 'plinth.log'))
      log.error({}, 'after')

      await until(async () => (await messages()).includes('after'))
      expect(await messages()).not.to.include('before')
    })

    it('has the settings that were changed in between', async () => {
      const { log, logControl, stop } = await startKernel({ loggerPeriod: HOUR_S, logMaxBytes: 1_024 })
      await replaceFolder()

      log.info({}, 'waits')
      await logControl.apply({ ...logControl.settings, backupCount: 1 })
      await rm(folder)
      for (let number = 0; number < 100; number += 1) log.info({ number }, 'counted')
      await stop()

      expect(await names()).to.deep.equal(['plinth.log', 'plinth.log.1'])
    })

    it('does not prevent the kernel from stopping, which reports why lines are lost', async () => {
      const { log, lines, stop } = await startKernel({ loggerPeriod: HOUR_S })
      await replaceFolder()
      log.info({}, 'waits')

      await stop()

      expect(lines.filter((line) => line.includes('cannot be written'))).to.have.length(1)
    })
  })

  /** Starts a kernel with a plugin that exposes its log, writing to the folder and to `lines`. */
  async function startKernel(settings: SettingValues = {}) {
    const lines: string[] = []
    const kernel = newKernel({
      settings: { ...inMemory.settings, logDir: folder, ...settings },
      writeLog: (line) => lines.push(line),
    }).use(logPlugin)
    await kernel.start()
    const { exposedLog, logControl, database } = kernel.services
    return { log: exposedLog.log, logControl: logControl as LogControl, database, lines, stop: () => kernel.stop() }
  }

  /** Replaces the folder with a file. */
  async function replaceFolder(): Promise<void> {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder should be')
  }

  async function names(): Promise<string[]> {
    return (await readdir(folder)).sort()
  }

  /** Returns the lines of a file, none if it does not exist. */
  async function linesOf(name: string): Promise<string[]> {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    return text.split('\n').filter(Boolean)
  }

  async function messages(): Promise<string[]> {
    return (await linesOf('plinth.log')).map((line) => JSON.parse(line).msg)
  }

  /** Returns the lines of all files, oldest first. */
  async function allLines(): Promise<string[]> {
    const age = (name: string) => Number(name.split('.')[2] ?? 0)
    const logFiles = (await names()).filter((name) => /^plinth\.log(\.[1-9]\d*)?$/.test(name))
    const oldestFirst = logFiles.sort((one, other) => age(other) - age(one))
    return (await Promise.all(oldestFirst.map(linesOf))).flat()
  }
})

/** Returns settings that differ for each change, except for the level. */
function settingsOfChange(change: number) {
  return {
    level: 20,
    period: 1 + (change % 3),
    maxBytes: 8_192 * (1 + (change % 5)),
    backupCount: 150 + change,
  } as const
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

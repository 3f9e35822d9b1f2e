import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { type Figure, tableOf } from '../support/figure.js'
import { latenciesDuring } from '../support/latencies-during.js'
import { measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import type { Service } from '../support/service.js'
import { LARGE_TAG_COUNT } from './measure-memory.js'
import { PlantFiles, type TransferContext, type TransferOptions } from './transfer-context.js'
import { importAll, warmUp, withService } from './with-service.js'

const MAX_PLAN_RATIO = 1.5
const FEW_CHANGES = 1_000
/** Maximum ratio of the apply of few changes to an import of all records. */
const MAX_APPLY_RATIO = 1 / 20
/** Maximum ratio of the size of a snapshot to that of the changed records in a file. */
const MAX_SNAPSHOT_RATIO = 10
const MAX_MB = 150
const MAX_P95_MS = 50
const MAX_PAGE_RATIO = 1.5
const PAGES = 30

/** Measures plans, applies and snapshots against the import and export of the same tags, on each database. */
export async function measurePlans(sandbox: Sandbox, options: TransferOptions): Promise<void> {
  const files = new PlantFiles(sandbox.folder)
  const title = options.isLarge ? 'Plans and snapshots, 1,000,000 tags' : 'Plans and snapshots'
  await measureEach(sandbox, title, options, async (database) => {
    const figures = await plansOf(
      { sandbox, files, database, ...options },
      options.isLarge ? LARGE_TAG_COUNT : options.records,
    )
    console.log(tableOf(figures))
    return figures
  })
}

async function plansOf(context: TransferContext, tags: number): Promise<Figure[]> {
  const file = await context.files.of(tags)
  return withService(context, async (service, folder) => {
    await warmUp(service, context, folder)
    const idle = (await service.memory()) ?? Number.NaN
    const importSeconds = await importAll(service, file)
    const exported = join(folder, 'export.json')
    const exportSeconds = await service.export(exported)
    const changed = await fileWithChanges(folder, file.path, tags)
    const few = await fileWithChanges(folder, file.path, FEW_CHANGES)

    await service.resetPeak()
    const same = await service.plan(exported)
    const samePeak = await service.peakMemory()
    const other = await service.plan(file.path)
    await service.resetPeak()
    const all = await service.plan(changed.path)
    const allPeak = await service.peakMemory()
    const latencies = await latenciesDuring(
      { url: `${service.url}/users/sudo`, key: service.key, signal: context.sandbox.signal },
      async () => void (await service.plan(changed.path)),
    )
    expectCounts(same.plan.summary.same >= tags && other.plan.summary.same >= tags, same.plan)
    expectCounts(all.plan.summary.update === tags, all.plan)
    const pages = await pageRatio(service, all.plan.id, tags)
    const some = await service.plan(few.path)
    const applied = await service.apply(some.plan)
    const [snapshot] = JSON.parse(await service.send('GET', '/settings/snapshots'))
    const rollback = JSON.parse(await service.send('GET', `/settings/plans/${some.plan.id}`))
    expectCounts(rollback.state === 'applied' && some.plan.summary.update === FEW_CHANGES, some.plan)

    const of = `${tags} tags`
    const { database } = context
    const ratio = (what: string, value: number, max: number, note: string): Figure => ({
      database,
      what,
      value,
      unit: '×',
      max,
      note,
    })
    const memory = { database, unit: 'MB', max: MAX_MB, note: `idle ${idle.toFixed(0)} MB` }
    return [
      ratio(
        `plan of ${of}, unchanged, exported ÷ export`,
        same.seconds / exportSeconds,
        MAX_PLAN_RATIO,
        seconds(same.seconds, exportSeconds),
      ),
      ratio(
        `plan of ${of}, unchanged, another file ÷ export`,
        other.seconds / exportSeconds,
        MAX_PLAN_RATIO,
        seconds(other.seconds, exportSeconds),
      ),
      ratio(
        `plan of ${of}, all changed ÷ import`,
        all.seconds / importSeconds,
        MAX_PLAN_RATIO,
        seconds(all.seconds, importSeconds),
      ),
      ratio(
        `apply of ${FEW_CHANGES} changes among ${of} ÷ import`,
        applied / importSeconds,
        MAX_APPLY_RATIO,
        seconds(applied, importSeconds),
      ),
      ratio(
        'size of the snapshot ÷ changed records',
        snapshot.bytes / few.bytes,
        MAX_SNAPSHOT_RATIO,
        `${snapshot.bytes} bytes`,
      ),
      ratio(`page of changes, last ÷ first of ${of}`, pages, MAX_PAGE_RATIO, `median of ${PAGES}`),
      {
        database,
        unit: 'ms',
        what: `GET during a plan of ${of}, p95`,
        value: latencies.p95,
        max: MAX_P95_MS,
        note: `${latencies.count} responses`,
      },
      { ...memory, what: `peak memory above idle, plan of ${of}, unchanged`, value: (samePeak ?? Number.NaN) - idle },
      { ...memory, what: `peak memory above idle, plan of ${of}, all changed`, value: (allPeak ?? Number.NaN) - idle },
    ]
  })
}

/** Writes a file in which the descriptions of the first tags differ. Returns the size of their records. */
async function fileWithChanges(folder: string, source: string, tags: number): Promise<{ path: string; bytes: number }> {
  const path = join(folder, `changed-${tags}.json`)
  let [count, bytes] = [0, 0]
  async function* changed() {
    for await (const line of createInterface({ input: createReadStream(source) })) {
      const isChanged = count < tags && line.includes('"display_name"')
      if (isChanged) {
        count += 1
        bytes += Buffer.byteLength(line)
      }
      yield `${isChanged ? line.replace(/"description":"[^"\\]*/, '"description":"changed') : line}\n`
    }
  }
  await pipeline(changed, createWriteStream(path))
  return { path, bytes }
}

/** Returns the time of a page at the end of a plan's changes, divided by that of the first page. */
async function pageRatio(service: Service, plan: string, last: number): Promise<number> {
  const medianTimeAfter = async (after: number) => {
    const times: number[] = []
    for (let page = 0; page < PAGES; page += 1) {
      const start = performance.now()
      await service.send('GET', `/settings/plans/${plan}/changes?limit=100&kind=update&after=${after}`)
      times.push(performance.now() - start)
    }
    return times.sort((one, other) => one - other)[PAGES / 2] ?? Number.NaN
  }
  const first = await medianTimeAfter(0)
  return (await medianTimeAfter(last - 100)) / first
}

function seconds(ours: number, other: number): string {
  return `${ours.toFixed(2)} s ÷ ${other.toFixed(2)} s`
}

function expectCounts(isExpected: boolean, plan: unknown): void {
  if (!isExpected) throw new Error(`the plan is not as expected: ${JSON.stringify(plan)}`)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { roads } from '../requests/roads.js'
import { firstAnswer } from '../start/first-answer.js'
import { REPO_ROOT } from '../support/child.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator } from '../support/load-generator.js'
import { median } from '../support/median.js'
import { person } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import { type Site, withSite } from '../support/site.js'
import { byTurns, type Rounds, ratioOf } from '../support/turns.js'
import type { Workplace } from '../support/workplace.js'
import { startBetterAuth } from './better-auth.js'
import { Directus } from './directus.js'
import type { RunningPeer } from './peer.js'

export type PeersOptions = Measurement & Rounds

/** Directus asks for a newer one than Plinth: all run on that of the peers. */
const NODE = join(REPO_ROOT, 'bench/peers/node_modules/node/bin/node')
const PEOPLE = 1_000
const ASKING = 32
const [oneself, another] = roads

/** Plinth, with its access lines, beside what somebody would pick instead. */
export async function measurePeers(workplace: Workplace, options: PeersOptions): Promise<void> {
  if (!process.env.BENCH_PEERS) return measureOnTheirNode(workplace, options)
  await measureEach(workplace, 'Peers', options, (database) =>
    withSite(workplace, database, { people: PEOPLE }, (site) => figuresOf(workplace, site, { ...options, database })),
  )
}

async function measureOnTheirNode({ signal }: Workplace, { rounds, seconds, databases }: PeersOptions): Promise<void> {
  await access(NODE).catch(() => {
    throw new Error('The peers are not installed: npm ci --prefix bench/peers')
  })
  const [, program = ''] = process.argv
  const options = [
    '--rounds',
    `${rounds}`,
    '--seconds',
    `${seconds}`,
    ...databases.flatMap((one) => ['--database', one]),
  ]
  const child = spawn(NODE, [...process.execArgv, program, 'peers', ...options], {
    env: { ...process.env, BENCH_PEERS: 'here' },
    stdio: 'inherit',
    signal,
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

type Course = PeersOptions & { readonly database: string }

async function figuresOf(workplace: Workplace, site: Site, course: Course): Promise<Figure[]> {
  const { database } = course
  const beside = (peer: RunningPeer, road: typeof oneself, what: string, least: number) =>
    ratioBeside(peer, road, { workplace, site, course, what, least })
  return [
    await workplace.withDatabase(database, async (fresh) => {
      const peer = await startBetterAuth(fresh, ASKING, workplace)
      return beside(peer, oneself, 'GET of oneself ÷ session of better-auth', 10).finally(() => peer.stop())
    }),
    ...(await workplace.withDatabase(database, async (fresh) => {
      const directus = await Directus.install(fresh, workplace)
      const peer = await directus.start(ASKING)
      const ratio = await beside(peer, another, 'GET of another ÷ user of Directus', 25).finally(() => peer.stop())
      return [ratio, await startBeside(directus, { workplace, site, course })]
    })),
  ]
}

interface Beside {
  readonly workplace: Workplace
  readonly site: Site
  readonly course: Course
}

async function ratioBeside(
  peer: RunningPeer,
  road: typeof oneself,
  { workplace, site, course, what, least }: Beside & { readonly what: string; readonly least: number },
): Promise<Figure> {
  const generator = new LoadGenerator(workplace.signal)
  try {
    const contestants = [peer, { server: site.service, requests: road?.requests('') ?? [] }]
    const [theirs = [], ours = []] = await byTurns(generator, contestants, course)
    return { database: course.database, what, ...ratioOf(ours, theirs), least }
  } finally {
    generator.stop()
  }
}

/** Both from the process to the first answer to somebody with a key, on a database that is there. */
async function startBeside(directus: Directus, { workplace, site, course }: Beside): Promise<Figure> {
  await site.service.stop()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < course.rounds; turn += 1) {
    ours.push(await firstAnswer(site, person(1), workplace.signal))
    const peer = await directus.start(0)
    theirs.push(peer.milliseconds)
    await peer.stop()
  }
  const [own, other] = [median(ours), median(theirs)]
  const note = `median of ${ours.length}: ${own.toFixed(0)} ms ÷ ${other.toFixed(0)} ms`
  return {
    database: course.database,
    what: 'cold start ÷ that of Directus',
    value: own / other,
    unit: '×',
    goal: 0.2,
    note,
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { workloads } from '../requests/workloads.js'
import { timeToFirstResponse } from '../start/time-to-first-response.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator } from '../support/load-generator.js'
import { median } from '../support/median.js'
import { person } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { ratioOf, type Schedule, takeTurns } from '../support/take-turns.js'
import { type TestBed, withTestBed } from '../support/test-bed.js'
import { startBetterAuth } from './better-auth.js'
import { Directus } from './directus.js'
import { PEERS_NODE } from './peers-node.js'
import type { RunningPeer } from './running-peer.js'

export type PeersOptions = Measurement & Schedule

const USER_COUNT = 1_000
const CALLERS = 32
const [ownUser, otherUser] = workloads

/** Compares Plinth, with its access log, with products that one could use instead. */
export async function measurePeers(sandbox: Sandbox, options: PeersOptions): Promise<void> {
  if (!process.env.BENCH_PEERS) return rerunOnPeersNode(sandbox, options)
  await measureEach(sandbox, 'Peers', options, (database) =>
    withTestBed(sandbox, database, { userCount: USER_COUNT }, (testBed) =>
      figuresOf(sandbox, testBed, { ...options, database }),
    ),
  )
}

async function rerunOnPeersNode({ signal }: Sandbox, { rounds, seconds, databases }: PeersOptions): Promise<void> {
  await access(PEERS_NODE).catch(() => {
    throw new Error('The peers are not installed: npm run bench:peers')
  })
  const [, program = ''] = process.argv
  const options = [
    '--rounds',
    `${rounds}`,
    '--seconds',
    `${seconds}`,
    ...databases.flatMap((one) => ['--database', one]),
  ]
  const child = spawn(PEERS_NODE, [...process.execArgv, program, 'peers', ...options], {
    env: { ...process.env, BENCH_PEERS: 'here' },
    stdio: 'inherit',
    signal,
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

type Context = PeersOptions & { readonly database: string }

async function figuresOf(sandbox: Sandbox, testBed: TestBed, context: Context): Promise<Figure[]> {
  const { database } = context
  const ratioTo = (peer: RunningPeer, workload: typeof ownUser, what: string, min: number) =>
    ratioFigure(peer, workload, { sandbox, testBed, context, what, min })
  return [
    await sandbox.withDatabase(database, async (fresh) => {
      const peer = await startBetterAuth(fresh, CALLERS, sandbox)
      return ratioTo(peer, ownUser, 'GET own user ÷ session of better-auth', 10).finally(() => peer.stop())
    }),
    ...(await sandbox.withDatabase(database, async (fresh) => {
      const directus = await Directus.install(fresh, sandbox)
      const peer = await directus.start(CALLERS)
      const ratio = await ratioTo(peer, otherUser, 'GET other user ÷ user of Directus', 25).finally(() => peer.stop())
      return [ratio, await startFigure(directus, { sandbox, testBed, context })]
    })),
  ]
}

interface Comparison {
  readonly sandbox: Sandbox
  readonly testBed: TestBed
  readonly context: Context
}

async function ratioFigure(
  peer: RunningPeer,
  workload: typeof ownUser,
  { sandbox, testBed, context, what, min }: Comparison & { readonly what: string; readonly min: number },
): Promise<Figure> {
  const generator = new LoadGenerator(sandbox.signal)
  try {
    const targets = [peer, { server: testBed.service, requests: workload?.requests('') ?? [] }]
    const [theirs = [], ours = []] = await takeTurns(generator, targets, context)
    return { database: context.database, what, ...ratioOf(ours, theirs), min }
  } finally {
    generator.stop()
  }
}

/** Compares the times from the start of the process to the first authenticated response, on an existing database. */
async function startFigure(directus: Directus, { sandbox, testBed, context }: Comparison): Promise<Figure> {
  await testBed.service.stop()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < context.rounds; turn += 1) {
    ours.push((await timeToFirstResponse(testBed, person(1), sandbox.signal)).milliseconds)
    const peer = await directus.start(0)
    theirs.push(peer.milliseconds)
    await peer.stop()
  }
  const [own, other] = [median(ours), median(theirs)]
  const note = `median of ${ours.length}: ${own.toFixed(0)} ms ÷ ${other.toFixed(0)} ms`
  return {
    database: context.database,
    what: 'cold start ÷ cold start of Directus',
    value: own / other,
    unit: '×',
    max: 0.2,
    note,
  }
}

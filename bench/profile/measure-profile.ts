import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { USER_COUNT as REQUEST_USER_COUNT, workloads } from '../requests/workloads.js'
import { LoadGenerator, type LoadRequest } from '../support/load-generator.js'
import type { Sandbox } from '../support/sandbox.js'
import { PLINTH_UNBUNDLED } from '../support/service.js'
import { withTestBed } from '../support/test-bed.js'
import { ENV, USER_COUNT, writes } from '../writes/measure-writes.js'
import { type CpuProfile, functionOf, moduleOf, type Share, sharesOf, workingTimeOf } from './cpu-profile.js'

export interface ProfileOptions {
  readonly databases: readonly string[]
  readonly seconds: number
  /** A name in `workloads` or `writes`. */
  readonly workload: string
}

const CONNECTIONS = 32
/** Rows in each table. */
const ROWS = 25

/** Prints in which modules and functions a workload spends its time, with access lines, on each database. */
export async function measureProfile(
  sandbox: Sandbox,
  { databases, seconds, workload }: ProfileOptions,
): Promise<void> {
  for (const database of databases) {
    const { profile, responses } = await profileOf(sandbox, database, { seconds, workload })
    const average = `${(workingTimeOf(profile) / responses).toFixed(0)} µs of the main thread per request, including the start`
    console.log(`\n## ${workload}, ${database}: ${average}\n\n${tableOf('module', sharesOf(profile, moduleOf))}`)
    console.log(`\n${tableOf('function', sharesOf(profile, functionOf))}`)
  }
}

/** Profiles the service, which writes the profile when it exits. It includes the start, so the load should be long. */
async function profileOf(
  sandbox: Sandbox,
  database: string,
  { seconds, workload }: Omit<ProfileOptions, 'databases'>,
): Promise<{ profile: CpuProfile; responses: number }> {
  const folder = join(sandbox.folder, `profile-${database}`)
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  const responses = await withTestBed(
    sandbox,
    database,
    {
      ...(writes[workload] ? { userCount: USER_COUNT, env: ENV } : { userCount: REQUEST_USER_COUNT }),
      nodeOptions,
      program: PLINTH_UNBUNDLED,
    },
    async ({ service }) => {
      const { token } = JSON.parse(await service.send('POST', '/users/create_tpt', { role_name: 'operator' }))
      const generator = new LoadGenerator(sandbox.signal)
      const requests = requestsOf(workload, token)
      const load = { url: new URL(service.url).origin, connections: CONNECTIONS, seconds, requests }
      const result = await generator.run(load)
      generator.stop()
      return result.responses
    },
  )
  const profiles = (await readdir(folder)).toSorted() // their names contain the time: the last one is from the load
  return { profile: JSON.parse(await readFile(join(folder, profiles.at(-1) ?? ''), 'utf8')), responses }
}

function requestsOf(name: string, token: string): readonly LoadRequest[] {
  const workload = workloads.find((one) => one.name === name)
  const requests = workload ? workload.requests(token) : writes[name]?.()
  if (requests) return requests
  throw new Error(
    `no such workload: ${name}; ${[...workloads.map(({ name }) => name), ...Object.keys(writes)].join(', ')}`,
  )
}

function tableOf(what: string, shares: readonly Share[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7)
  const lines = shares.slice(0, ROWS).map(({ name, own, whole }) => `| ${percent(own)} | ${percent(whole)} | ${name} |`)
  return [`|     own |   whole | ${what} |`, '|--------:|--------:|---|', ...lines].join('\n')
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { POPULATION, roads } from '../requests/roads.js'
import { type LoadedRequest, LoadGenerator } from '../support/load-generator.js'
import { PLINTH_IN_MODULES } from '../support/service.js'
import { withSite } from '../support/site.js'
import type { Workplace } from '../support/workplace.js'
import { PEOPLE, writes } from '../writes/measure-writes.js'
import { type CpuProfile, functionOf, moduleOf, type Share, sharesOf, workOf } from './summary.js'

export interface ProfileOptions {
  readonly databases: readonly string[]
  readonly seconds: number
  /** One of `roads` or `writes`. */
  readonly road: string
}

const CONNECTIONS = 32
/** Lines of each table. */
const LINES = 25

/** Shows where the time of a road goes, with access lines, on each database. */
export async function measureProfile(
  workplace: Workplace,
  { databases, seconds, road }: ProfileOptions,
): Promise<void> {
  for (const database of databases) {
    const { profile, answers } = await profileOf(workplace, database, { seconds, road })
    const each = `${(workOf(profile) / answers).toFixed(0)} µs of the main thread a request, the start among them`
    console.log(`\n## ${road}, ${database}: ${each}\n\n${tableOf('module', sharesOf(profile, moduleOf))}`)
    console.log(`\n${tableOf('function', sharesOf(profile, functionOf))}`)
  }
}

/** The service writes its profile when it ends; its start is in it too, so the load should be long beside that. */
async function profileOf(
  workplace: Workplace,
  database: string,
  { seconds, road }: Omit<ProfileOptions, 'databases'>,
): Promise<{ profile: CpuProfile; answers: number }> {
  const folder = join(workplace.folder, `profile-${database}`)
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  const answers = await withSite(
    workplace,
    database,
    { people: writes[road] ? PEOPLE : POPULATION, nodeOptions, program: PLINTH_IN_MODULES },
    async ({ service }) => {
      const { token } = JSON.parse(await service.ask('POST', '/users/create_tpt', { role_name: 'operator' }))
      const generator = new LoadGenerator(workplace.signal)
      const requests = requestsOf(road, token)
      const load = { url: new URL(service.url).origin, connections: CONNECTIONS, seconds, requests }
      const result = await generator.run(load)
      generator.stop()
      return result.answers
    },
  )
  const profiles = (await readdir(folder)).toSorted() // named by the time: the last is that of the load
  return { profile: JSON.parse(await readFile(join(folder, profiles.at(-1) ?? ''), 'utf8')), answers }
}

function requestsOf(name: string, token: string): readonly LoadedRequest[] {
  const road = roads.find((one) => one.name === name)
  const requests = road ? road.requests(token) : writes[name]?.()
  if (requests) return requests
  throw new Error(`no such road: ${name}; ${[...roads.map((one) => one.name), ...Object.keys(writes)].join(', ')}`)
}

function tableOf(what: string, shares: readonly Share[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7)
  const lines = shares
    .slice(0, LINES)
    .map(({ name, own, whole }) => `| ${percent(own)} | ${percent(whole)} | ${name} |`)
  return [`|     own |   whole | ${what} |`, '|--------:|--------:|---|', ...lines].join('\n')
}

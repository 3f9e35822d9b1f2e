import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { POPULATION, roads } from '../requests/roads.js'
import { LoadGenerator } from '../support/load-generator.js'
import { PLINTH_IN_MODULES } from '../support/service.js'
import { withSite } from '../support/site.js'
import type { Workplace } from '../support/workplace.js'
import { type CpuProfile, functionOf, moduleOf, type Share, sharesOf } from './summary.js'

export interface ProfileOptions {
  readonly databases: readonly string[]
  readonly seconds: number
}

const CONNECTIONS = 32
/** Lines of each table. */
const LINES = 25

/** Shows where the time of the hot road goes, with access lines, on each database. */
export async function measureProfile(workplace: Workplace, { databases, seconds }: ProfileOptions): Promise<void> {
  for (const database of databases) {
    const profile = await profileOf(workplace, database, seconds)
    console.log(`\n## ${roads[1]?.what}, ${database}\n\n${tableOf('module', sharesOf(profile, moduleOf))}`)
    console.log(`\n${tableOf('function', sharesOf(profile, functionOf))}`)
  }
}

/** The service writes its profile when it ends; its start is in it too, so the load should be long beside that. */
async function profileOf(workplace: Workplace, database: string, seconds: number): Promise<CpuProfile> {
  const folder = join(workplace.folder, `profile-${database}`)
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  await withSite(
    workplace,
    database,
    { people: POPULATION, nodeOptions, program: PLINTH_IN_MODULES },
    async ({ service }) => {
      const generator = new LoadGenerator(workplace.signal)
      const requests = roads[1]?.requests('') ?? []
      await generator.run({ url: new URL(service.url).origin, connections: CONNECTIONS, seconds, requests })
      generator.stop()
    },
  )
  const profiles = (await readdir(folder)).toSorted() // named by the time: the last is that of the load
  return JSON.parse(await readFile(join(folder, profiles.at(-1) ?? ''), 'utf8'))
}

function tableOf(what: string, shares: readonly Share[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7)
  const lines = shares
    .slice(0, LINES)
    .map(({ name, own, whole }) => `| ${percent(own)} | ${percent(whole)} | ${name} |`)
  return [`|     own |   whole | ${what} |`, '|--------:|--------:|---|', ...lines].join('\n')
}

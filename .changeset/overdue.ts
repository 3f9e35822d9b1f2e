/**
 * Fails if a report about a runtime dependency is older than docs/security.md promises. `npm run release` runs it
 * first. Asks the registry of npm; with `--without-registry` it asks nobody, and says so.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Manifest, read } from './workspaces.js'

/** A report as `npm audit` prints it; a string stands for the reports of a dependency. */
type Report =
  | string
  | { readonly url: string; readonly title: string; readonly severity: string; readonly range: string }
type Audit = Record<string, { readonly via: readonly Report[]; readonly nodes: readonly string[] }>

const DAY_MS = 86_400_000
/** Days from the first fixed version to a release of Plinth with it, by severity; 90 for others. */
const FIX_DAYS: Readonly<Record<string, number>> = { critical: 7, high: 30 }

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (process.argv.includes('--without-registry')) console.log('The registry was not asked about vulnerabilities.')
else process.exitCode = printProblems()

function printProblems(): number {
  const problems = vulnerabilities()
  const overdue = problems.filter(({ due }) => due < Date.now())
  for (const { text, due } of problems) console.log(`${due < Date.now() ? 'overdue' : `until ${dayOf(due)}`}: ${text}`)
  console.log(`Overdue reports about runtime dependencies: ${overdue.length}`)
  return Math.min(overdue.length, 1)
}

function vulnerabilities(): { readonly text: string; readonly due: number }[] {
  const { packages } = read<{ packages: Record<string, Manifest> }>('package-lock.json')
  const runtime = runtimePackages()
  const { vulnerabilities } = ask<{ vulnerabilities: Audit }>('audit', '--package-lock-only')
  return Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) => {
    const versions = new Set(nodes.map((path) => packages[path]?.version ?? ''))
    const ours = [...versions].filter((version) => runtime.has(`${name}@${version}`))
    return ours.flatMap((version) => via.flatMap((report) => problemsOf(report, name, version)))
  })
}

/** Returns the problem of a report, unless a row of the security page explains why it is harmless. */
function problemsOf(report: Report, name: string, version: string) {
  if (typeof report === 'string' || isExplained(report.url, name)) return []
  const affected = [ask<string | string[]>('view', `${name}@${report.range}`, 'version')].flat()
  if (!affected.includes(version)) return []
  const dates = Object.entries(ask<Record<string, string>>('view', name, 'time'))
  const isNewer = (it: string) => /^[\d.]+$/.test(it) && it.localeCompare(version, 'en', { numeric: true }) > 0
  const fixes = dates.filter(([other]) => isNewer(other) && !affected.includes(other))
  const text = `${name} ${version} (${report.severity}): ${report.title}, ${report.url}`
  if (fixes.length === 0) return [{ text: `${text}; no version fixes it: replace it, or explain the report`, due: 0 }]
  const fixed = Math.min(...fixes.map(([, date]) => Date.parse(date)))
  return [{ text: `${text}; fixed on ${dayOf(fixed)}`, due: fixed + (FIX_DAYS[report.severity] ?? 90) * DAY_MS }]
}

function isExplained(url: string, name: string): boolean {
  const section = readFileSync('docs/security.md', 'utf8').split('\n## Dependencies\n')[1]?.split('\n## ')[0] ?? ''
  const id = url.slice(url.lastIndexOf('/') + 1)
  return section.split('\n').some((row) => row.includes(`\`${name}\``) && row.includes(id))
}

/** Returns the packages of the bill of materials, as name@version. */
function runtimePackages(): ReadonlySet<string> {
  const bom = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return new Set(JSON.parse(bom).components.map(({ name, version }: Manifest) => `${name}@${version}`))
}

/** Returns what npm prints. Without `--no-offline`, an npm that is set to be offline would report nothing. */
function ask<T>(...args: string[]): T {
  const { stdout } = spawnSync('npm', [...args, '--no-offline', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const response = JSON.parse(stdout || '[]')
  if (response.error === undefined) return response
  console.error(`npm ${args[0]} could not ask the registry: ${response.message ?? response.error.summary}
Use another registry, or go on unasked: npm run release -- --without-registry`)
  return process.exit(1)
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

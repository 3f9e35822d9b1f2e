/**
 * The fields of a V8 profile that are read here.
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** Entries for time in which the process does not execute JavaScript. */
const NOT_WORKING = new Set(['(idle)', '(program)', '(root)'])

/** A share of the working time. */
export interface Share {
  readonly name: string
  /** Without the functions that it called; 1 is all of the time. */
  readonly own: number
  /** Including the functions that it called. */
  readonly whole: number
}

/** Returns the working time in µs. */
export function workingTimeOf({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(nodes.filter(({ callFrame }) => NOT_WORKING.has(callFrame.functionName)).map(({ id }) => id))
  return samples.reduce((sum, id, index) => sum + (idle.has(id) ? 0 : (timeDeltas[index] ?? 0)), 0)
}

/** Returns the shares of the working time, grouped by `nameOf`, the largest first. */
export function sharesOf({ nodes, samples, timeDeltas }: CpuProfile, nameOf: (node: ProfileNode) => string): Share[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const own = new Map<string, number>()
  const whole = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id)
    if (!node || NOT_WORKING.has(node.callFrame.functionName)) continue
    const time = timeDeltas[index] ?? 0
    total += time
    add(own, nameOf(node), time)
    for (const name of new Set(callersOf(node, byId, parents).map(nameOf))) add(whole, name, time)
  }
  return [...own]
    .map(([name, time]) => ({ name, own: time / total, whole: (whole.get(name) ?? 0) / total }))
    .toSorted((one, other) => other.own - one.own)
}

/** Returns a node and all its callers. */
function callersOf(
  node: ProfileNode,
  byId: ReadonlyMap<number, ProfileNode>,
  parents: ReadonlyMap<number, number>,
): ProfileNode[] {
  const callers: ProfileNode[] = []
  for (let at: ProfileNode | undefined = node; at; at = byId.get(parents.get(at.id) ?? Number.NaN)) callers.push(at)
  return callers
}

function add(sums: Map<string, number>, name: string, time: number): void {
  sums.set(name, (sums.get(name) ?? 0) + time)
}

/** Returns the package that a node belongs to, or the file for Plinth's own packages. */
export function moduleOf({ callFrame: { url } }: ProfileNode): string {
  const library = url.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
  const own = url.match(/(?:packages|plugins)\/([^/]+)\/(?:dist|src)\/(.*)\.[jt]s/)
  return library ?? (own ? `${own[1]}: ${own[2]}` : url.replace(/^node:/, 'node: ') || 'V8 and the system')
}

export function functionOf(node: ProfileNode): string {
  const { functionName, lineNumber } = node.callFrame
  return `${functionName || '(anonymous)'}, ${moduleOf(node)}:${lineNumber + 1}`
}

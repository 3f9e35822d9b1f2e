import type { Client } from 'openapi-fetch'
import type { ConfigurationSource } from './configuration-upload.js'
import { validDataOf } from './data-of.js'
import type { operations, paths } from './generated/schema.js'
import type { CallOptions } from './options.js'
import { isObject } from './problem.js'
import { type SendOptions, type UploadTarget, uploadFor } from './send-configuration.js'
import type { Plan, PlannedChange } from './types.js'

/** What a plan does with records: see `POST /settings/plans`. */
export type PlanMode = Plan['mode']

export interface PlanOptions extends SendOptions {
  /** Default: `update`. */
  readonly mode?: PlanMode
  /** Modes of individual tables. */
  readonly tables?: Readonly<Record<string, PlanMode>>
}

export interface ChangesOptions extends CallOptions {
  readonly table?: string
  readonly kind?: PlannedChange['kind']
  /** Maximum number of changes, 1 to 500. Default 100. */
  readonly limit?: number
  /** Where to continue: `next` of the previous page. */
  readonly after?: number
}

/** Some changes of a plan. */
export interface ChangesPage {
  readonly changes: readonly PlannedChange[]
  /** `after` of the next page; `undefined` on the last page. */
  readonly next: number | undefined
}

/** Uploads a configuration and returns its plan. */
export function planConfiguration(
  target: UploadTarget,
  source: ConfigurationSource,
  { mode = 'update', tables = {}, ...options }: PlanOptions,
): Promise<Plan> {
  const modes = Object.entries(tables).map(([table, itsMode]) => `${table}:${itsMode}`)
  const query = new URLSearchParams({ mode, ...(modes.length > 0 && { tables: modes.join(',') }) })
  return uploadFor(target, `/settings/plans?${query}`, source, { expected: 'a plan', isValid: isPlan, ...options })
}

/** Requests one page of the changes of a plan. */
export async function changesPage(
  rest: Client<paths>,
  plan: string,
  { signal, ...query }: ChangesOptions,
): Promise<ChangesPage> {
  const params: operations['plannedChanges']['parameters'] = { path: { plan }, query }
  const call = rest.GET('/settings/plans/{plan}/changes', { params, signal })
  const changes = await validDataOf(call, ({ data }) => Array.isArray(data), 'it is not a list')
  const hasMore = (await call).response.headers.get('Link')?.includes('rel="next"')
  return { changes, next: hasMore ? changes.at(-1)?.id : undefined }
}

function isPlan(body: unknown): body is Plan {
  return isObject(body) && typeof body.id === 'string' && isObject(body.summary) && isObject(body.tables)
}

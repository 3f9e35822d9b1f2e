import type { Client } from 'openapi-fetch'
import type { ConfigurationSource } from './configuration-upload.js'
import { errorOf, validDataOf } from './data-of.js'
import { PlinthUnexpectedResponseError } from './errors.js'
import type { operations, paths } from './generated/schema.js'
import type { CallOptions } from './options.js'
import { isObject, tryParseJson } from './problem.js'
import { type SendOptions, sendConfiguration, type UploadTarget } from './send-configuration.js'
import type { Plan, PlannedChange } from './types.js'

/** What a plan does with records: see `POST /settings/plans`. */
export type PlanMode = Plan['mode']

export interface PlanOptions extends SendOptions {
  /** Default: `update`. */
  readonly mode?: PlanMode
  /** Modes of single tables. */
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
export async function planConfiguration(
  target: UploadTarget,
  source: ConfigurationSource,
  { mode = 'update', tables = {}, ...options }: PlanOptions,
): Promise<Plan> {
  const modes = Object.entries(tables).map(([table, itsMode]) => `${table}:${itsMode}`)
  const query = new URLSearchParams({ mode, ...(modes.length > 0 && { tables: modes.join(',') }) })
  const response = await sendConfiguration(target, `/settings/plans?${query}`, source, options)
  const text = await response.text()
  const body = tryParseJson(text) ?? text
  if (!response.ok) throw errorOf(body, response)
  if (!isPlan(body)) throw new PlinthUnexpectedResponseError(response, 'it is not a plan')
  return body
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

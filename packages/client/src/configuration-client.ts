import type { Client } from 'openapi-fetch'
import type { PlinthClient } from './client.js'
import type { ConfigurationSource } from './configuration-upload.js'
import { dataOf } from './data-of.js'
import { type ConfigurationExport, download, type ExportOptions, streamed } from './export-configuration.js'
import type { paths } from './generated/schema.js'
import { type MergeOptions, uploadConfiguration } from './merge-configurations.js'
import type { CallOptions } from './options.js'
import {
  type ChangesOptions,
  type ChangesPage,
  changesPage,
  type PlanOptions,
  planConfiguration,
} from './plan-configuration.js'
import { type SendOptions, uploadTarget } from './send-configuration.js'
import type * as t from './types.js'

/** What the operations need of a client, which may use a key or a session cookie. */
export type TransferringClient = Pick<PlinthClient, 'rest' | typeof uploadTarget>

/**
 * The operations of plans and snapshots, with the key, retries and errors of a client. A class of its own, so that
 * pages load it only if they need it.
 */
export class ConfigurationClient {
  readonly #client: TransferringClient
  readonly #rest: Client<paths>

  /** Creates a client of plans and snapshots that uses another client. */
  constructor(client: TransferringClient) {
    this.#client = client
    this.#rest = client.rest
  }

  /** Uploads a configuration and returns what it would change. Changes nothing. */
  planConfiguration(source: ConfigurationSource, options: PlanOptions = {}): Promise<t.Plan> {
    return planConfiguration(this.#client[uploadTarget], source, options)
  }

  /** Returns the plans that have not expired, the newest first. */
  plans(options: CallOptions = {}): Promise<t.Plan[]> {
    return dataOf(this.#rest.GET('/settings/plans', { ...options }))
  }

  /** Returns a plan. Throws `PLAN_NOT_FOUND`. */
  plan(plan: string, options: CallOptions = {}): Promise<t.Plan> {
    return dataOf(this.#rest.GET('/settings/plans/{plan}', at({ plan }, options)))
  }

  /** Returns one page of the changes of a plan. */
  plannedChanges(plan: string, options: ChangesOptions = {}): Promise<ChangesPage> {
    return changesPage(this.#rest, plan, options)
  }

  /**
   * Applies a plan as it was read: exactly what it says, or nothing. Throws `PLAN_OUTDATED` if others have changed its
   * records since; `errors` names up to ten.
   */
  applyPlan({ id, etag }: Pick<t.Plan, 'id' | 'etag'>, options: CallOptions = {}): Promise<t.ApplyReport> {
    const params = { path: { plan: id }, header: { 'If-Match': etag } }
    return dataOf(this.#rest.POST('/settings/plans/{plan}/apply', { params, ...options }))
  }

  /** Uploads a configuration to compare or merge it. Changes nothing. */
  uploadConfiguration(source: ConfigurationSource, options: SendOptions = {}): Promise<t.UploadedFile> {
    return uploadConfiguration(this.#client[uploadTarget], source, options)
  }

  /** Returns the uploaded files that have not expired, the newest first. */
  uploadedFiles(options: CallOptions = {}): Promise<t.UploadedFile[]> {
    return dataOf(this.#rest.GET('/settings/files', { ...options }))
  }

  /** Deletes an uploaded file. Throws `FILE_NOT_FOUND`. */
  async deleteUploadedFile(file: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/settings/files/{file}', at({ file }, options)))
  }

  /**
   * Makes a plan that applies what another side has changed since a common base. `base` and `theirs` are ids of
   * uploaded files or snapshots. A plan with conflicts cannot be applied: call again with `settle`, which says whose
   * version to take.
   */
  mergeConfigurations(base: string, theirs: string, { settle, ...options }: MergeOptions = {}): Promise<t.Plan> {
    const body = { base, theirs, ...(settle && { settle: [...settle] }) }
    return dataOf(this.#rest.POST('/settings/merges', { body, ...options }))
  }

  /**
   * Compares two configurations, each the id of a snapshot or of an uploaded file, or `present`. The result is read
   * like a plan.
   */
  compareConfigurations(from: string, to: string, options: CallOptions = {}): Promise<t.Plan> {
    return dataOf(this.#rest.POST('/settings/comparisons', { body: { from, to }, ...options }))
  }

  /** Deletes a plan. Throws `PLAN_NOT_FOUND`. */
  async deletePlan(plan: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/settings/plans/{plan}', at({ plan }, options)))
  }

  /** Downloads the configuration in canonical form: the same content is the same bytes, one record a line. */
  canonicalConfiguration(options: ExportOptions = {}): Promise<ConfigurationExport> {
    return download(this.#rest.GET('/settings/canonical_config', streamed(options)), options)
  }

  /** Returns the snapshots of the configuration, the newest first. */
  snapshots(options: CallOptions = {}): Promise<t.Snapshot[]> {
    return dataOf(this.#rest.GET('/settings/snapshots', { ...options }))
  }

  /** Takes a snapshot of the configuration, with a note if one is given. */
  takeSnapshot({ note, ...options }: CallOptions & { readonly note?: string } = {}): Promise<t.Snapshot> {
    return dataOf(this.#rest.POST('/settings/snapshots', { body: note === undefined ? {} : { note }, ...options }))
  }

  /** Downloads the configuration as it was when a snapshot was taken. */
  exportSnapshot(snapshot: string, options: ExportOptions = {}): Promise<ConfigurationExport> {
    const params = { path: { snapshot } }
    return download(this.#rest.GET('/settings/snapshots/{snapshot}', { params, ...streamed(options) }), options)
  }

  /** Deletes a snapshot. Throws `SNAPSHOT_NOT_FOUND`. */
  async deleteSnapshot(snapshot: string, options?: CallOptions): Promise<void> {
    await dataOf(this.#rest.DELETE('/settings/snapshots/{snapshot}', at({ snapshot }, options)))
  }

  /** Returns the plan that brings a snapshot back. */
  planSnapshot(snapshot: string, options: CallOptions = {}): Promise<t.Plan> {
    return dataOf(this.#rest.POST('/settings/snapshots/{snapshot}/plan', at({ snapshot }, options)))
  }
}

/** Returns the options of a call with path parameters. */
function at<Path extends object>(path: Path, options?: CallOptions) {
  return { params: { path }, ...options }
}

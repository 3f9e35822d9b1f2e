import type { ConfigurationSource } from './configuration-upload.js'
import type { CallOptions } from './options.js'
import { isObject } from './problem.js'
import { type SendOptions, type UploadTarget, uploadFor } from './send-configuration.js'
import type { UploadedFile } from './types.js'

/** Which side to take in the conflicts of a record, of a table, or of all tables. */
export interface Settlement {
  readonly table?: string
  readonly name?: string
  readonly take: 'ours' | 'theirs'
}

export interface MergeOptions extends CallOptions {
  /** How to settle conflicts. A settlement of a record takes precedence over one of its table. */
  readonly settle?: readonly Settlement[]
}

/** Uploads a configuration to be compared or merged. */
export function uploadConfiguration(
  target: UploadTarget,
  source: ConfigurationSource,
  options: SendOptions,
): Promise<UploadedFile> {
  return uploadFor(target, '/settings/files', source, {
    expected: 'an uploaded file',
    isValid: isUploadedFile,
    ...options,
  })
}

function isUploadedFile(body: unknown): body is UploadedFile {
  return isObject(body) && typeof body.id === 'string' && isObject(body.tables)
}

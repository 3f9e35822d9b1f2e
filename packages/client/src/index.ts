/** A typed client for Plinth's REST API, for browsers and Node. */
export { createClient, PlinthClient } from './client.js'
export type { ConfigurationContent, ConfigurationSource } from './configuration-upload.js'
export { type DataOf, dataOf } from './data-of.js'
export {
  type ClientCode,
  type ErrorCode,
  PlinthApiError,
  PlinthClientError,
  PlinthImportRefusedError,
  PlinthNetworkError,
  PlinthSecondFactorError,
  PlinthUnexpectedResponseError,
  type Refusal,
} from './errors.js'
export type { ConfigurationExport, ExportOptions } from './export-configuration.js'
export type { KnownCode } from './generated/known-code.js'
export type { components, operations, paths } from './generated/schema.js'
export type { ImportOptions } from './import-configuration.js'
export type { CallOptions, ClientOptions, Fetch, RetryOptions, Wait } from './options.js'
export type { PageStorage } from './page-key.js'
export type { RecordPage, RecordsOptions } from './record-page.js'
export type { SendOptions } from './send-configuration.js'
export type { LogEvent, TailOptions } from './tail-log.js'
export type * from './types.js'
export type { PageOptions } from './user-page.js'

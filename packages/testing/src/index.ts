/**
 * Utilities for testing plugins: temporary real databases, a started kernel, a client that checks responses, and the
 * conformance tests for authenticators and configuration tables.
 */
export type {
  AuthenticatorUnderTest,
  IssuedKey,
  StartOptions,
  TestedServices,
} from './conformance/authenticator-under-test.js'
export { describeAuthenticator } from './conformance/describe-authenticator.js'
export {
  type ConfigurationTableUnderTest,
  describeConfigurationTable,
} from './conformance/describe-configuration-table.js'
export type { FileRecord } from './conformance/record-variants.js'
export type { FileData } from './conformance/transfer-site.js'
export { contractOf, type HiddenRoute } from './contract.js'
export { freePort } from './free-port.js'
export { isLockAwaited } from './is-lock-awaited.js'
export { ManualClock } from './manual-clock.js'
export { sharePostgres, stopPostgres } from './postgres-server.js'
export { type SignedIn, startTestApp, TEST_PASSWORD, type TestApp, type TestAppOptions } from './test-app.js'
export { type Contract, type Expectations, type RequestOptions, TestClient, type TestResponse } from './test-client.js'
export { forEachDatabase, type TempDatabase, type TestDatabase, testDatabases } from './test-databases.js'
export { until } from './until.js'

import { apiPage } from '@plinth/api-page'
import { audit } from '@plinth/audit'
import { auth } from '@plinth/auth'
import { codes } from '@plinth/codes'
import { configTransfer } from '@plinth/config-transfer'
import { consolePlugin } from '@plinth/console'
import { type AnyPlugin, createKernel, type KernelOptions } from '@plinth/kernel'
import type { MigrationSource } from '@plinth/kernel/composition'
import { loggingSettings } from '@plinth/logging-settings'
import { passwords } from '@plinth/passwords'
import { plant } from '@plinth/plant'
import { prometheus } from '@plinth/prometheus'
import { secondFactor } from '@plinth/second-factor'
import { tpt } from '@plinth/tpt'
import { users } from '@plinth/users'
import { withAuditKeys } from './audit-keys.js'

/**
 * Creates a kernel with the plugins in `first`, which provide no services, and the standard plugins. The key of its
 * audit trail defaults to one that is derived from the signing key.
 */
export const createStandardKernel = (options: KernelOptions, first: readonly AnyPlugin[] = []) =>
  createKernel({ ...options, settings: settingsWithAuditKeys(options.settings) })
    .useAll(first)
    .use(plant)
    .use(users)
    .use(auth)
    .use(passwords)
    .use(tpt)
    .use(codes)
    .use(secondFactor)
    .use(configTransfer)
    .use(loggingSettings)
    .use(audit)
    .use(prometheus)
    .use(consolePlugin)
    .use(apiPage)

function settingsWithAuditKeys(settings: KernelOptions['settings'] = {}): NonNullable<KernelOptions['settings']> {
  return typeof settings === 'function' ? (names) => withAuditKeys(settings(names)) : withAuditKeys(settings)
}

/** The services that the standard plugins provide. */
export type StandardServices = ReturnType<typeof createStandardKernel>['services']

/** All plugins of `createStandardKernel`, for use without a kernel. */
export const standardPlugins: readonly AnyPlugin[] = [
  plant,
  users,
  auth,
  passwords,
  tpt,
  codes,
  secondFactor,
  configTransfer,
  loggingSettings,
  audit,
  prometheus,
  consolePlugin,
  apiPage,
]

/** The migrations of the standard plugins, for use without a kernel. */
export const standardMigrations: readonly MigrationSource[] = standardPlugins.map(({ name, migrations = [] }) => ({
  plugin: name,
  migrations,
}))

import type { Authenticator } from '../contracts/authenticator.js'
import type { ConfigurationTable } from '../contracts/configuration-table.js'
import type { HealthCheck } from '../contracts/health-check.js'
import type { PasswordRule } from '../contracts/password-rule.js'
import { definePoint } from './point.js'

/** Who can tell whose a key is. Asked in the order of the plugins until one knows. */
export const authenticators = definePoint<Authenticator>('authenticators')

/** The tables that travel in a configuration file. Their order in a file is the order here. */
export const configurationTables = definePoint<ConfigurationTable>('configurationTables')

/** What must be well for the service to be ready. */
export const healthChecks = definePoint<HealthCheck>('healthChecks')

/** What a new password must satisfy, on every road that sets one. */
export const passwordRules = definePoint<PasswordRule>('passwordRules')

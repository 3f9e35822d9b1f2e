import { array, boolean, object, string } from 'yup'
import { Reply } from '../http/responses/responses.js'
import { defineRoute } from '../http/route.js'
import type { Contributions } from '../plugins/contributions.js'
import type { Principal } from '../security/principal.js'
import { ADMIN } from '../security/role.js'
import { described } from '../tools/described.js'
import { readinessOf } from './readiness.js'

/** Header with the seconds to wait before a retry. */
const RETRY = { 'Retry-After': '2' }

/** `GET /health/live`: responds whenever the process is alive. */
export const getLiveness = () =>
  defineRoute({
    method: 'GET',
    path: '/health/live',
    operationId: 'alive',
    group: 'service',
    summary: 'Whether the process is alive',
    access: 'public',
    responses: {
      200: object({ status: described(string().oneOf(['alive']).required(), 'Always `alive`.') }),
    },
    databaseUnavailable: false,
    handle: () => ({ status: 'alive' as const }),
  })

const readyShape = (description: string) =>
  boolean()
    .required()
    .meta({ description, examples: [true] })

/** The result of a health check in responses. */
export const healthCheck = object({
  name: described(string().required(), 'Name of the check.', 'database'),
  ready: readyShape('Whether the check passed.'),
  reason: described(string(), 'Why the check failed.'),
  remedy: described(string(), 'What to do about it.'),
}).meta({ id: 'HealthCheckResult', description: 'Result of one health check.' })

const readiness = object({
  ready: readyShape('Whether all health checks passed.'),
  checks: described(array(healthCheck), 'The result of each check. Only keys of level 0 and 1 get it.'),
}).meta({ id: 'Readiness', description: 'Whether the service is ready.' })

/** `GET /health/ready`: whether all health checks pass. Keys of admins also get the result of each check. */
export const getReadiness = (contributions: Contributions) =>
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    operationId: 'health',
    group: 'service',
    summary: 'Whether the service is ready',
    description: 'Anyone gets `ready`. Keys of level 0 and 1 also get the result of each check, and why it failed.',
    access: 'optional',
    responses: { 200: readiness, 503: readiness.meta({ examples: [{ ready: false }] }) },
    // The response if the key cannot be checked because the database is unavailable
    databaseUnavailable: Reply.json({ ready: false }, { status: 503, headers: RETRY }),
    handle: async ({ principal, log }) => {
      const { ready, checks } = await readinessOf(contributions)
      if (!ready) log.warn({ checks: checks.filter((check) => !check.ready) }, 'not ready')
      const body = { ready, ...(maySeeChecks(principal) && { checks }) }
      return ready ? Reply.json(body) : Reply.json(body, { status: 503, headers: RETRY })
    },
  })

function maySeeChecks(principal: Principal): boolean {
  return principal.kind !== 'anonymous' && principal.role.level <= ADMIN
}

import { array, boolean, object, string } from 'yup'
import { Reply } from '../http/responses/responses.js'
import { defineRoute } from '../http/route.js'
import type { Contributions } from '../plugins/contributions.js'
import type { Principal } from '../security/principal.js'
import { ADMIN } from '../security/role.js'
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
      200: object({ status: string().oneOf(['alive']).required().meta({ description: 'Always `alive`.' }) }),
    },
    databaseUnavailable: false,
    handle: () => ({ status: 'alive' as const }),
  })

const readyShape = () =>
  boolean()
    .required()
    .meta({ description: 'Whether it is well.', examples: [true] })

const healthCheck = object({
  name: string()
    .required()
    .meta({ description: 'What was looked at.', examples: ['database'] }),
  ready: readyShape(),
  reason: string().meta({ description: 'Why it is not well.' }),
}).meta({ id: 'HealthCheckResult', description: 'What one health check has found.' })

const readiness = object({
  ready: readyShape(),
  checks: array(healthCheck).meta({ description: 'Every check; only with a key of level 1 or below.' }),
}).meta({ id: 'Readiness', description: 'Whether the service can do its work.' })

/** `GET /health/ready`: whether all health checks pass. Keys of admins also get the result of each check. */
export const getReadiness = (contributions: Contributions) =>
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    operationId: 'health',
    group: 'service',
    summary: 'Whether the service can do its work',
    description: 'Yes or no for everybody; the checks and their reasons with a key of level 1 or below.',
    access: 'optional',
    responses: { 200: readiness, 503: readiness.meta({ examples: [{ ready: false }] }) },
    // Used when the holder of the key cannot be looked up.
    databaseUnavailable: Reply.json({ ready: false }, { status: 503, headers: RETRY }),
    handle: async ({ principal, log }) => {
      const { ready, checks } = await readinessOf(contributions)
      if (!ready) log.warn({ checks: checks.filter((check) => !check.ready) }, 'not ready')
      const body = { ready, ...(mayKnowReasons(principal) && { checks }) }
      return ready ? Reply.json(body) : Reply.json(body, { status: 503, headers: RETRY })
    },
  })

function mayKnowReasons(principal: Principal): boolean {
  return principal.kind !== 'anonymous' && principal.role.level <= ADMIN
}

import { array, boolean, object, string } from 'yup'
import { Reply } from '../http/responses.js'
import { defineRoute } from '../http/route.js'
import type { Contributions } from '../plugins/contributions.js'
import type { Principal } from '../security/principal.js'
import { ADMIN } from '../security/role.js'
import { readinessOf } from './readiness.js'

/** Seconds after which it is worth asking again. */
const RETRY = { 'Retry-After': '2' }

/** `GET /health/live`: the process answers. */
export const getLiveness = () =>
  defineRoute({
    method: 'GET',
    path: '/health/live',
    group: 'service',
    summary: 'Whether the process is alive',
    access: 'public',
    responses: { 200: object({ status: string().oneOf(['alive']).required() }) },
    handle: () => ({ status: 'alive' as const }),
  })

const readiness = object({
  ready: boolean().required(),
  checks: array(object({ name: string().required(), ready: boolean().required(), reason: string() })),
})

/** `GET /health/ready`: every health check is well; says which are not to those who may know. */
export const getReadiness = (contributions: Contributions) =>
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    group: 'service',
    summary: 'Whether the service can do its work',
    description: 'Yes or no for everybody; the checks and their reasons with a key of level 1 or below.',
    access: 'optional',
    responses: { 200: readiness, 503: readiness },
    databaseAway: Reply.json({ ready: false }, { status: 503, headers: RETRY }), // whose key it is cannot be told
    handle: async ({ principal, log }) => {
      const { ready, checks } = await readinessOf(contributions)
      if (!ready) log.warn({ checks: checks.filter((check) => !check.ready) }, 'not ready')
      const told = { ready, ...(mayKnowReasons(principal) && { checks }) }
      return ready ? Reply.json(told) : Reply.json(told, { status: 503, headers: RETRY })
    },
  })

function mayKnowReasons(principal: Principal): boolean {
  return principal.kind !== 'anonymous' && principal.role.level <= ADMIN
}

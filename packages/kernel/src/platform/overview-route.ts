import { array, boolean, number, object, string } from 'yup'
import { defineRoute } from '../http/route.js'
import { ADMIN } from '../security/role.js'
import { described } from '../tools/described.js'
import { isoTime } from '../tools/iso-time.js'
import { healthCheck } from './health-routes.js'
import type { Overview } from './overview.js'
import { commit, version } from './version.js'

const timeShape = (description: string) =>
  described(string().required(), `${description}: ISO 8601, UTC.`, '2026-11-21T08:00:00.000Z')
const lastShape = (what: string) =>
  described(string().nullable().defined(), `When ${what}: ISO 8601, UTC; null if never.`, '2026-11-21T08:00:00.000Z')
const count = (description: string, example: number) =>
  number()
    .integer()
    .required()
    .meta({ description, examples: [example] })
const duration = (share: string) =>
  described(
    number().nullable().defined(),
    `The duration in ms that ${share} of the requests did not exceed, to within a tenth; null without requests.`,
    1.68,
  )

const minuteShape = object({
  at: timeShape('The start of the minute'),
  requests: count('Requests that finished.', 120),
  errors: count('Responses with a status of 500 or more.', 0),
  refused: count('Responses with 401, 403 or 429.', 2),
  logins: count('Logins.', 3),
  failed_logins: count('Logins that were refused.', 1),
  p50_ms: duration('half'),
  p95_ms: duration('95 %'),
}).meta({ id: 'MinuteOfRequests', description: 'The requests that finished in one minute.' })

const attentionShape = object({
  code: described(string().required(), 'What it is, for programs.', 'SIGNUP_OPEN'),
  details: object({})
    .required()
    .meta({ description: 'Further details, by name.', additionalProperties: {}, examples: [{ roles: ['operator'] }] }),
}).meta({ id: 'Attention', description: 'Something that an admin should know or change.' })

const overviewShape = object({
  version: described(string().required(), 'The version of Plinth.', '0.1.0'),
  commit: described(string(), 'The commit that it was built from, if known.', '1bcb8579'),
  node: described(string().required(), 'The version of Node.', '24.11.1'),
  database: described(
    object({
      kind: described(string().oneOf(['sqlite', 'postgres']).required(), 'The kind of database.', 'sqlite'),
      version: described(string().required(), 'Its version.', '3.51.0'),
    }).required(),
    'The database.',
  ),
  started_at: timeShape('When this process was started'),
  now: timeShape('The time of the service'),
  ready: described(boolean().required(), 'Whether all health checks pass.', true),
  checks: described(array(healthCheck).required(), 'The result of each health check.'),
  minutes: described(
    array(minuteShape).required(),
    'The last 60 minutes of this process, the oldest first; fewer after a start.',
  ),
  last: described(
    object({
      export: lastShape('the configuration was last exported'),
      import: lastShape('a configuration was last imported, or a plan was applied'),
      snapshot: lastShape('a snapshot of the configuration was last taken on request, not by an import or plan'),
      seal: lastShape('the newest sealed event of the audit trail was recorded'),
    }).required(),
    'When things were last done, on any replica.',
  ),
  attention: described(array(attentionShape).required(), 'What needs attention.'),
}).meta({ id: 'Overview', description: 'The state of a service.' })

/** `GET /overview`: the state of the service, for admins. */
export const getOverview = (overview: Overview) =>
  defineRoute({
    method: 'GET',
    path: '/overview',
    operationId: 'overview',
    group: 'service',
    summary: 'The state of the service',
    description: 'Figures of requests are those of the replica that responds.',
    access: { maxLevel: ADMIN },
    responses: { 200: overviewShape },
    handle: async () => {
      const { database, startedAt, now, ready, checks, minutes, last, attention } = await overview.state()
      return {
        version,
        ...(commit !== undefined && { commit }),
        node: process.versions.node,
        database: { ...database, kind: database.kind as 'sqlite' | 'postgres' },
        started_at: isoTime(startedAt),
        now: isoTime(now),
        ready,
        checks,
        minutes: minutes.map(({ at, failedLogins, p50 = null, p95 = null, ...counts }) => ({
          at: isoTime(at),
          ...counts,
          failed_logins: failedLogins,
          p50_ms: p50,
          p95_ms: p95,
        })),
        last: {
          export: isoOrNull(last.export),
          import: isoOrNull(last.import),
          snapshot: isoOrNull(last.snapshot),
          seal: isoOrNull(last.seal),
        },
        attention,
      }
    },
  })

const isoOrNull = (at: number | undefined) => (at === undefined ? null : isoTime(at))

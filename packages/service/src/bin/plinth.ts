import { endOnEarlySignals } from '../commands/early-signals.js'

if (process.argv[2] === 'serve') endOnEarlySignals()
void import('./program.js')

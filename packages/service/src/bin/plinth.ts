import { exitOnEarlySignals } from '../commands/early-signals.js'

if (process.argv[2] === 'serve') exitOnEarlySignals()
void import('./program.js')

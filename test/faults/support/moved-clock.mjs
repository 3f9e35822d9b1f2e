/**
 * Preloaded by a service: offsets its clock by the milliseconds in a file, which is read at the start and at each
 * SIGUSR2.
 */
import { readFileSync } from 'node:fs'

const SystemDate = Date
const file = process.env.FAULT_CLOCK_FILE
const read = () => Number(readFileSync(file, 'utf8'))
let offset = read()
process.on('SIGUSR2', () => {
  offset = read()
  console.log(`{"level":30,"msg":"clock offset is ${offset}"}`)
})

globalThis.Date = class MovedDate extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + offset)
    else super(...args)
  }

  static now() {
    return SystemDate.now() + offset
  }
}

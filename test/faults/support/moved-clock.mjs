/** Loaded before a service: its clock is that of the machine, moved by so many ms as a file says when it starts and at each SIGUSR2. */
import { readFileSync } from 'node:fs'

const Machine = Date
const file = process.env.FAULT_CLOCK_FILE
const read = () => Number(readFileSync(file, 'utf8'))
let moved = read()
process.on('SIGUSR2', () => {
  moved = read()
  console.log(`{"level":30,"msg":"clock moved to ${moved}"}`)
})

globalThis.Date = class MovedDate extends Machine {
  constructor(...given) {
    if (given.length === 0) super(Machine.now() + moved)
    else super(...given)
  }

  static now() {
    return Machine.now() + moved
  }
}

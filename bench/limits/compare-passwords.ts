/**
 * `compare-passwords.ts <hash> <password> <seconds>`: bare bcrypt on all processors; prints how many comparisons were
 * made in a second.
 */
import { availableParallelism } from 'node:os'
import { compare } from 'bcrypt'

const [hash = '', password = '', seconds = '1'] = process.argv.slice(2)
const start = performance.now()
const end = start + Number(seconds) * 1_000
let compared = 0

await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (performance.now() < end) {
      if (!(await compare(password, hash))) throw new Error('another password')
      compared += 1
    }
  }),
)
console.log(compared / ((performance.now() - start) / 1_000))

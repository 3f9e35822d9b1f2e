/**
 * `compare-passwords.ts <hash> <password> <seconds>`: keeps one bcrypt comparison per core in progress, as far as the
 * thread pool of libuv permits. Prints the comparisons per second, and the CPU time of each.
 */
import { availableParallelism } from 'node:os'
import { compare } from 'bcrypt'

const [hash = '', password = '', seconds = '1'] = process.argv.slice(2)
const start = performance.now()
const before = process.cpuUsage()
const end = start + Number(seconds) * 1_000
let compared = 0

await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (performance.now() < end) {
      if (!(await compare(password, hash))) throw new Error('the password does not match the hash')
      compared += 1
    }
  }),
)
const { user, system } = process.cpuUsage(before)
const perSecond = compared / ((performance.now() - start) / 1_000)
console.log(JSON.stringify({ perSecond, cpuMicrosPerRequest: (user + system) / compared }))

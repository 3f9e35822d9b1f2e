/** Forked by `LoadGenerator`: loads a server as it is told by messages, and answers each with how it went. */
import autocannon from 'autocannon'
import type { Load, LoadedRequest, LoadResult } from './load-generator.js'
import { numbered } from './population.js'

const PLACE = '[n]'
/** How many numbers a server has been given. */
const given = new Map<string, number>()

process.on('message', async (load: Load) => process.send?.(await run(load)))
process.on('disconnect', () => process.exit())

/** Connections share the requests, and ask their own in turn. */
async function run({ url, connections, seconds, requests }: Load): Promise<LoadResult> {
  const withNumbers = requests.map((request) => {
    const setupRequest = numbering(url, request)
    return setupRequest ? { ...request, setupRequest } : request
  })
  let connected = 0
  const { latency, errors, timeouts, ...result } = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(withNumbers.filter((_, index) => index % connections === connected % requests.length))
      connected += 1
    },
  })
  const failures = result.non2xx + errors + timeouts
  return { answers: result['2xx'], seconds: result.duration, failures, p50: latency.p50, p97: latency.p97_5 }
}

/** Puts a number that this server has not had yet in the place of `[n]`. */
function numbering(url: string, request: LoadedRequest): ((asked: object) => object) | undefined {
  if (!JSON.stringify(request).includes(PLACE)) return undefined
  const { headers, body = '' } = request
  return (asked) => {
    const number = (given.get(url) ?? 0) + 1
    given.set(url, number)
    const place = (text: string) => text.replaceAll(PLACE, numbered(number))
    const placed = Object.entries(headers).map(([name, value]) => [name, place(value)])
    return { ...asked, headers: Object.fromEntries(placed), body: place(body) }
  }
}

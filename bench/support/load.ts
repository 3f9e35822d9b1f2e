/** Forked by `LoadGenerator`: receives loads as messages, and replies to each with its result. */
import autocannon from 'autocannon'
import type { Load, LoadedRequest, LoadResult } from './load-generator.js'
import { numbered } from './population.js'

const PLACEHOLDER = '[n]'
/** The last number that each server has received, by URL. */
const lastNumbers = new Map<string, number>()

process.on('message', async (load: Load) => process.send?.(await run(load)))
process.on('disconnect', () => process.exit())

/** Divides the requests among the connections; each sends its own in turn. */
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
  return { responses: result['2xx'], seconds: result.duration, failures, p50: latency.p50, p97: latency.p97_5 }
}

/** Returns a function that replaces `[n]` by the server's next number, or `undefined` for a request without `[n]`. */
function numbering(url: string, request: LoadedRequest): ((asked: object) => object) | undefined {
  if (!JSON.stringify(request).includes(PLACEHOLDER)) return undefined
  const { headers, body = '' } = request
  return (asked) => {
    const number = (lastNumbers.get(url) ?? 0) + 1
    lastNumbers.set(url, number)
    const place = (text: string) => text.replaceAll(PLACEHOLDER, numbered(number))
    const placed = Object.entries(headers).map(([name, value]) => [name, place(value)])
    return { ...asked, headers: Object.fromEntries(placed), body: place(body) }
  }
}

/** Forked by `LoadGenerator`: receives loads as messages, and replies to each with its result. */
import autocannon from 'autocannon'
import type { Load, LoadRequest, LoadResult } from './load-generator.js'
import { padNumber } from './population.js'

const PLACEHOLDER = '[n]'
/** By server URL, the last number that replaced `[n]`: none is used twice. */
const lastNumbers = new Map<string, number>()

process.on('message', async (load: Load) => process.send?.(await run(load)))
process.on('disconnect', () => process.exit())

/** Divides the requests among the connections; each sends its own in turn. */
async function run({ url, connections, seconds, requests }: Load): Promise<LoadResult> {
  const preparedRequests = requests.map((request) => {
    const setupRequest = numberFiller(url, request)
    return setupRequest ? { ...request, setupRequest } : request
  })
  let connected = 0
  const { errors, timeouts, ...result } = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      // With more connections than requests, several connections send the same one
      client.setRequests(preparedRequests.filter((_, index) => index % connections === connected % requests.length))
      connected += 1
    },
  })
  const failures = result.non2xx + errors + timeouts
  return { responses: result['2xx'], seconds: result.duration, failures }
}

/** Returns a function that replaces `[n]` with the server's next number, or `undefined` for a request without `[n]`. */
function numberFiller(url: string, template: LoadRequest): ((request: object) => object) | undefined {
  if (!JSON.stringify(template).includes(PLACEHOLDER)) return undefined
  const { headers, body = '' } = template
  return (request) => {
    const number = (lastNumbers.get(url) ?? 0) + 1
    lastNumbers.set(url, number)
    const fill = (text: string) => text.replaceAll(PLACEHOLDER, padNumber(number))
    const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)])
    return { ...request, headers: Object.fromEntries(filled), body: fill(body) }
  }
}

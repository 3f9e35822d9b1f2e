import { once } from 'node:events'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import { healthAt, servesMetrics } from './health-at.js'
import { findingAtSocket } from './service.js'

export const port: Check = {
  name: 'port',
  async diagnose(context) {
    const { settings, isInvalid, databaseFile } = context
    if (isInvalid('port') || isInvalid('host')) return []
    const { host, port: number } = settings
    if (number === 0) return [ok('any free port is used')]
    const health = await healthAt(settings)
    if (health === 'ready' || health === 'not ready') {
      if (databaseFile === undefined || (await findingAtSocket(context))) return [ok(`${number} is in use by Plinth`)]
      const finding = `${number} is in use by Plinth, but not for ${basename(databaseFile)}, as far as can be seen from here`
      return [warn(finding, 'if that is another installation, choose another PLINTH_PORT')]
    }
    return [await findingOf(host, number, 'PLINTH_PORT')]
  },
}

export const metricsPort: Check = {
  name: 'metrics port',
  async diagnose({ settings, isInvalid }) {
    const { host, metricsPort: number } = settings
    if (isInvalid('metricsPort') || isInvalid('host') || typeof number !== 'number' || number === 0) return []
    if (number === settings.port && !isInvalid('port'))
      return [fail(`${number} is also PLINTH_PORT`, 'choose another PLINTH_METRICS_PORT')]
    if (await servesMetrics({ host, port: number })) return [ok(`${number} is in use by Plinth`)]
    return [await findingOf(host, number, 'PLINTH_METRICS_PORT')]
  },
}

const LISTEN_FINDINGS: Readonly<Record<string, (place: string, variable: string) => Finding>> = {
  EADDRINUSE: (place, variable) =>
    fail(`${place} is in use by another program`, `stop it, or choose another ${variable}`),
  EACCES: (place, variable) => fail(`this user may not open ${place}`, `choose a ${variable} above 1023`),
  EADDRNOTAVAIL: (place) => fail(`${place} is not an address of this machine`, 'correct PLINTH_HOST'),
}

/** Returns the finding for a port, from listening on it briefly without accepting requests. */
async function findingOf(host: string, number: number, variable: string): Promise<Finding> {
  const place = `${host}:${number}`
  const server = createServer().listen(number, host)
  try {
    await once(server, 'listening')
    return ok(`${number} is free`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return (
      LISTEN_FINDINGS[code]?.(place, variable) ??
      fail(`${place} cannot be opened (${code})`, `correct PLINTH_HOST and ${variable}`)
    )
  } finally {
    server.close()
  }
}

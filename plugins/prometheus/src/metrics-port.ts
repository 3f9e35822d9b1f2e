import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type KernelServices, type Logger, type PluginLocals, StartupError } from '@plinth/kernel'
import {
  checkPort,
  closeConnection,
  type ListenAddress,
  limitedServer,
  openPort,
  withoutSecrets,
} from '@plinth/kernel/tools'
import type { MetricsReport } from './metrics-report.js'
import type { PrometheusSettings } from './settings.js'

/** The port needs no key, so the number of connections is limited; a scraper needs only one. */
const MAX_CONNECTIONS = 32
const REQUEST_TIMEOUT_MS = 5_000

interface MetricsPortDeps extends Pick<KernelServices, 'kernelSettings'>, PluginLocals<PrometheusSettings> {
  readonly metricsReport: MetricsReport
}

/** Serves `GET /metrics`, and nothing else, on a separate port without a key. */
export class MetricsPort {
  readonly #report: MetricsReport
  readonly #log: Logger
  readonly #listenAddress: ListenAddress | undefined
  readonly #mainPort: number
  #server: Server | undefined

  constructor({ metricsReport, settings, kernelSettings, log }: MetricsPortDeps) {
    this.#report = metricsReport
    this.#log = log
    this.#mainPort = kernelSettings.port
    const { metricsPort: port } = settings
    if (port === undefined) return
    this.#listenAddress = {
      host: kernelSettings.host,
      port,
      settings: 'PLINTH_METRICS_PORT, or the option metricsPort',
    }
  }

  /** Throws a `StartupError` if the port cannot be opened. */
  async check(): Promise<void> {
    if (!this.#listenAddress) return
    if (this.#listenAddress.port !== 0 && this.#listenAddress.port === this.#mainPort)
      throw new StartupError(
        `The metrics need a port of their own, not that of the REST API: change ${this.#listenAddress.settings}.`,
      )
    await checkPort(this.#listenAddress)
  }

  async start(): Promise<void> {
    if (!this.#listenAddress) return
    const server = limitedServer(
      {
        connectionLimit: MAX_CONNECTIONS,
        limitName: 'of the metrics',
        requestTimeoutMs: REQUEST_TIMEOUT_MS,
        log: this.#log,
      },
      (request, response) => {
        // The response to a pipelined request has no socket yet, and Node would hold it in memory. Prometheus sends
        // neither pipelined requests nor expectations.
        if (response.socket === null || request.headers.expect !== undefined) closeConnection(request.socket)
        else this.#respond(request, response)
      },
    )
    await openPort(server, this.#listenAddress)
    this.#server = server
    this.#log.info({ address: server.address() }, 'metrics are served without a key')
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
    this.#server = undefined
  }

  async #respond({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (url ?? '').split('?')
    if (path !== '/metrics') return end(response, 404, 'Metrics are at /metrics.\n')
    if (method !== 'GET' && method !== 'HEAD')
      return end(response, 405, 'Use GET to read the metrics.\n', { Allow: 'GET, HEAD' })
    try {
      end(response, 200, await this.#report.text(), { 'Content-Type': this.#report.contentType })
    } catch (error) {
      this.#log.error({ err: withoutSecrets(error) }, 'the metrics could not be read')
      end(response, 500, 'The metrics could not be read; the log contains the cause.\n')
    }
  }
}

function end(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(text)
}

import { readFileSync } from 'node:fs'

/** What Chromium itself noted about its network, its own requests beside those of pages: `--log-net-log`. */
export class NetLog {
  readonly #log: Log

  constructor(file: string) {
    this.#log = JSON.parse(readFileSync(file, 'utf8'))
  }

  /** The addresses that a connection was tried to. */
  connections(): string[] {
    return [...new Set(this.#events('TCP_CONNECT_ATTEMPT').flatMap(({ params }) => params?.address ?? []))]
  }

  /** What was sent without a connection, and what was asked of a name server. */
  otherTraffic(): string[] {
    return NOT_TCP.filter((name) => this.#events(name).length > 0)
  }

  #events(name: string): Event[] {
    const type = this.#log.constants.logEventTypes[name]
    if (type === undefined) throw new Error(`This Chromium notes no ${name}; see what it is called now.`)
    return this.#log.events.filter((event) => event.type === type)
  }
}

const NOT_TCP = ['UDP_BYTES_SENT', 'DNS_TRANSACTION', 'HOST_RESOLVER_SYSTEM_TASK']

interface Event {
  readonly type: number
  readonly params?: { readonly address?: string }
}

interface Log {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> }
  readonly events: readonly Event[]
}

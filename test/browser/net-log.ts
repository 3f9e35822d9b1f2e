import { readFileSync } from 'node:fs'

/** Chromium's own log of its network (`--log-net-log`), which includes background requests. */
export class NetLog {
  readonly #log: Log

  constructor(file: string) {
    this.#log = JSON.parse(readFileSync(file, 'utf8'))
  }

  /** Returns the addresses of all connection attempts. */
  connections(): string[] {
    return [...new Set(this.#events('TCP_CONNECT_ATTEMPT').flatMap(({ params }) => params?.address ?? []))]
  }

  /** Returns the kinds of UDP and DNS traffic that occurred. */
  otherTraffic(): string[] {
    return NOT_TCP.filter((name) => this.#events(name).length > 0)
  }

  #events(name: string): Event[] {
    const type = this.#log.constants.logEventTypes[name]
    if (type === undefined) throw new Error(`This Chromium logs no ${name}; find its new name.`)
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

import { randomInt } from 'node:crypto'
import type { ComposeFile, ComposeService } from './compose-file.js'

/**
 * Replaces the network of the compose file: each service has its own loopback address, with the last octet and the
 * ports of the compose file. The two middle octets are random, so that two runs on one machine do not conflict.
 */
export class LoopbackNetwork {
  readonly #file: ComposeFile
  readonly #composePrefix: string
  readonly #prefix = `127.${randomInt(16, 250)}.${randomInt(1, 250)}.`

  constructor(file: ComposeFile) {
    this.#file = file
    this.#composePrefix = String(file.networks.inside.ipam.config[0]?.subnet).replace(/\d+\/24$/, '')
    if (!/^(\d+\.){3}$/.test(this.#composePrefix)) throw new Error(`unexpected subnet: ${this.#composePrefix}`)
  }

  /** Returns the address of a service. One without a fixed address gets a low one, as from an engine. */
  addressOf(name: string): string {
    const service = this.#file.services[name]
    if (!service) throw new Error(`there is no service ${name}`)
    const index = Object.keys(this.#file.services).indexOf(name)
    return this.resolve(fixedAddress(service) ?? `${this.#composePrefix}${2 + index}`)
  }

  /** Returns the address of an outside client. */
  clientAddress(index: number): string {
    return `${this.#prefix}${100 + index}`
  }

  /** Replaces the addresses of the compose file, and the names of services, by loopback addresses. */
  resolve(text: string): string {
    const withAddresses = text.replaceAll(this.#composePrefix, this.#prefix)
    return Object.keys(this.#file.services).reduce(
      (result, name) => result.replace(new RegExp(`(?<=[@ ])${name}(?=[:/])`, 'g'), () => this.addressOf(name)),
      withAddresses,
    )
  }
}

function fixedAddress({ networks }: ComposeService): string | undefined {
  return 'inside' in networks ? networks.inside?.ipv4_address : undefined
}

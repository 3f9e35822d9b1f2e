import { randomInt } from 'node:crypto'
import type { ComposeFile, ComposeService } from './compose-file.js'

/**
 * Stands in for the network of the compose file: every service has an address of its own, below 127, with the same last
 * number and the same ports. The two numbers before are drawn, so that two runs on one machine do not meet.
 */
export class LoopbackNetwork {
  readonly #file: ComposeFile
  readonly #there: string
  readonly #here = `127.${randomInt(16, 250)}.${randomInt(1, 250)}.`

  constructor(file: ComposeFile) {
    this.#file = file
    this.#there = String(file.networks.inside.ipam.config[0]?.subnet).replace(/\d+\/24$/, '')
    if (!/^(\d+\.){3}$/.test(this.#there)) throw new Error(`not the subnet that was expected: ${this.#there}`)
  }

  /** The address of a service; one without a fixed address gets a low one, as an engine would give it. */
  addressOf(name: string): string {
    const service = this.#file.services[name]
    if (!service) throw new Error(`there is no service ${name}`)
    const index = Object.keys(this.#file.services).indexOf(name)
    return this.resolve(fixedAddress(service) ?? `${this.#there}${2 + index}`)
  }

  /** An address that belongs to no service: a client outside. */
  client(index: number): string {
    return `${this.#here}${100 + index}`
  }

  /** A text with the addresses of the compose file replaced by those of here, and the names of services as well. */
  resolve(text: string): string {
    const withAddresses = text.replaceAll(this.#there, this.#here)
    return Object.keys(this.#file.services).reduce(
      (result, name) => result.replace(new RegExp(`(?<=[@ ])${name}(?=[:/])`, 'g'), () => this.addressOf(name)),
      withAddresses,
    )
  }
}

function fixedAddress({ networks }: ComposeService): string | undefined {
  return 'inside' in networks ? networks.inside?.ipv4_address : undefined
}

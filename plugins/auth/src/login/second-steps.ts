import { type Contributions, type Knex, secondFactors } from '@plinth/kernel'
import type { SecondAttempt, SecondFactor, SecondProof, SecondStep, User } from '@plinth/kernel/contracts'
import { PluginFault } from '@plinth/kernel/tools'

const STEPS: ReadonlySet<unknown> = new Set<SecondStep>(['none', 'prove', 'enrol'])

/** What a user must do after the password, and by which factor. */
export interface NeededStep {
  readonly step: 'prove' | 'enrol'
  readonly factor: SecondFactor
}

/** What factors have prepared for an attempt. */
export type Preparations = ReadonlyMap<SecondFactor, unknown>

/**
 * Asks the contributed second factors. If one throws or returns an invalid result, the login fails. Its error is not
 * wrapped, because the transaction recognises errors of the database by their code.
 */
export class SecondSteps {
  readonly #contributions: Contributions

  constructor({ contributions }: { contributions: Contributions }) {
    this.#contributions = contributions
  }

  /** Returns the step that a user needs; `undefined` for none. A factor to prove takes precedence over one to enrol. */
  async neededBy(user: User, transaction: Knex.Transaction): Promise<NeededStep | undefined> {
    let toEnrol: NeededStep | undefined
    for (const factor of this.#contributions.to(secondFactors)) {
      const step = await this.#stepOf(factor, user, transaction)
      if (step === 'prove') return { step, factor }
      if (step === 'enrol') toEnrol ??= { step, factor }
    }
    return toEnrol
  }

  /** Lets the factors prepare an attempt before the transaction. */
  async prepare(userIdentifier: string, code: string): Promise<Preparations> {
    const preparations = new Map<SecondFactor, unknown>()
    for (const factor of this.#contributions.to(secondFactors))
      preparations.set(factor, await factor.prepare?.(userIdentifier, code))
    return preparations
  }

  async prove(
    { factor }: NeededStep,
    attempt: SecondAttempt,
    transaction: Knex.Transaction,
  ): Promise<SecondProof | undefined> {
    const proof = await factor.prove(attempt, transaction)
    if (proof === undefined || typeof proof?.by === 'string') return proof
    throw new PluginFault(`${this.#subject(factor)} returned neither a proof with \`by\` nor undefined.`)
  }

  async #stepOf(factor: SecondFactor, user: User, transaction: Knex.Transaction): Promise<SecondStep> {
    const step = await factor.stepFor(user, transaction)
    if (STEPS.has(step)) return step
    throw new PluginFault(`${this.#subject(factor)} returned none of ${[...STEPS].join(', ')} as the step for a user.`)
  }

  #subject(factor: SecondFactor): string {
    const plugin = this.#contributions.contributorOf(secondFactors, factor)
    return `The second factor "${factor.name}" of the plugin "${plugin}"`
  }
}

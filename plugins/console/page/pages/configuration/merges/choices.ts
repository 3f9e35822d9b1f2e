import type { Settlement } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import { KeptState, perSession, useKept } from '../kept-state.js'

/** The side that counts in a conflict. */
export type MergeSide = Settlement['take']

/** The conflicts of a plan that somebody has settled. */
export interface Choices {
  /** The side that counts in all others. */
  readonly others?: MergeSide
  /** Those of single records. */
  readonly records: readonly Settlement[]
}

const NONE: Choices = { records: [] }

const statesOf = perSession(() => new Map<string, KeptState<Choices>>())

/** What this session has chosen for the conflicts of a plan. */
export function useChoices(plan: string) {
  const states = statesOf(useSession().client)
  const state = states.get(plan) ?? new KeptState(NONE)
  states.set(plan, state)
  const choices = useKept(state)
  const others = ({ table, name }: Pick<Settlement, 'table' | 'name'>) =>
    choices.records.filter((one) => one.table !== table || one.name !== name)
  return {
    choices,
    sideOf: (place: Pick<Settlement, 'table' | 'name'>) =>
      choices.records.find((one) => one.table === place.table && one.name === place.name)?.take ?? choices.others,
    chooseRecord: (choice: Settlement) => state.set({ ...choices, records: [...others(choice), choice] }),
    chooseAll: (side: MergeSide) => state.set({ others: side, records: [] }),
    /** Takes the choices over to the plan that is made with them, which may have other conflicts. */
    carryTo: (next: string) => states.set(next, new KeptState(choices)),
  }
}

/** Returns the choices as a merge takes them. */
export function settlementsOf({ others, records }: Choices): Settlement[] {
  return [...records, ...(others ? [{ take: others }] : [])]
}

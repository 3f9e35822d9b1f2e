import type { Settlement } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import { KeptState, perSession, useKept } from '../kept-state.js'

/** The side that counts in a conflict. */
export type MergeSide = Settlement['take']

/** What a choice is for: a record, without `name` its table, without `table` all of them. */
export type Place = Omit<Settlement, 'take'>

/** The conflicts of a plan that somebody has settled. */
interface Choices {
  /** The choices with which the plan was made. What they settle is in conflict no more. */
  readonly previous: readonly Settlement[]
  readonly made: readonly Settlement[]
}

const NONE: Choices = { previous: [], made: [] }

const statesOf = perSession(() => new Map<string, KeptState<Choices>>())

/** What this session has chosen for the conflicts of a plan. */
export function useChoices(plan: string) {
  const states = statesOf(useSession().client)
  const state = states.get(plan) ?? new KeptState(NONE)
  states.set(plan, state)
  const { previous, made } = useKept(state)
  const settlements = [...previous, ...made]
  /** The side that counts in a place: the choice for it, or for the place that it is in. */
  const sideOf = ({ table, name }: Place): MergeSide | undefined =>
    [{ table, name }, { table }, {}].map((place) => made.find((one) => isSame(one, place))).find(Boolean)?.take
  return {
    /** The choices as a merge takes them. */
    settlements,
    sideOf,
    /** Whether all conflicts of a table are settled, of which there are `count`. */
    isSettled: (table: string, count: number) =>
      sideOf({ table }) !== undefined || made.filter((one) => one.table === table).length >= count,
    /** Chooses a side, in place of what was chosen for the same place or for a place in it. */
    choose: (choice: Settlement) =>
      state.set({ previous, made: [...made.filter((one) => !isWithin(one, choice)), choice] }),
    /** Takes the choices over to the plan that is made with them, which may have other conflicts. */
    carryTo: (next: string) => states.set(next, new KeptState<Choices>({ previous: settlements, made: [] })),
  }
}

const isSame = (one: Place, other: Place) => one.table === other.table && one.name === other.name

const isWithin = (one: Place, { table, name }: Place) =>
  table === undefined || (one.table === table && (name === undefined || one.name === name))

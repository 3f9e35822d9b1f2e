import type { Settlement } from '@plinth/client/configuration'
import { useSession } from '../../../session/session-context.js'
import { KeptState, perSession, useKept } from '../kept-state.js'

/** The side that counts in a conflict. */
export type MergeSide = Settlement['take']

/** The conflicts that a settlement is for: of a record; without `name`, of a table; without `table`, of the plan. */
export type SettlementScope = Omit<Settlement, 'take'>

/** What this session has settled for one plan. */
interface PlanSettlements {
  /** The settlements with which the plan was made. What they settle is no longer a conflict. */
  readonly previous: readonly Settlement[]
  /** The settlements made since then, for the remaining conflicts. */
  readonly made: readonly Settlement[]
}

const NONE: PlanSettlements = { previous: [], made: [] }

const statesOf = perSession(() => new Map<string, KeptState<PlanSettlements>>())

/** Settles the conflicts of a plan. The settlements are kept while other pages are shown. */
export function useSettlements(plan: string) {
  const states = statesOf(useSession().client)
  const state = states.get(plan) ?? new KeptState(NONE)
  states.set(plan, state)
  const { previous, made } = useKept(state)
  const settlements = [...previous, ...made]
  /** Returns the side that counts in a scope: as settled for it, or else for the scope around it. */
  const sideOf = ({ table, name }: SettlementScope): MergeSide | undefined =>
    [{ table, name }, { table }, {}].map((scope) => made.find((one) => isSame(one, scope))).find(Boolean)?.take
  return {
    /** All settlements, to merge again with them. */
    settlements,
    sideOf,
    /** Returns whether all `count` conflicts of a table are settled. */
    isSettled: (table: string, count: number) =>
      sideOf({ table }) !== undefined || made.filter((one) => one.table === table).length >= count,
    /** Adds a settlement, in place of those for the same scope or for a scope within it. */
    settle: (settlement: Settlement) =>
      state.set({ previous, made: [...made.filter((one) => !isWithin(one, settlement)), settlement] }),
    /** Hands the settlements over to the plan that was made with them, which may have other conflicts. */
    carryTo: (next: string) => states.set(next, new KeptState<PlanSettlements>({ previous: settlements, made: [] })),
  }
}

const isSame = (one: SettlementScope, other: SettlementScope) => one.table === other.table && one.name === other.name

const isWithin = (one: SettlementScope, { table, name }: SettlementScope) =>
  table === undefined || (one.table === table && (name === undefined || one.name === name))

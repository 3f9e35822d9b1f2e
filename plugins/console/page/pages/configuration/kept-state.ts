import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../session/session-store.js'

/** A state that lasts while other pages are shown, and that components can subscribe to. */
export class KeptState<State> {
  #current: State
  readonly #listeners = new Set<(state: State) => void>()

  constructor(initial: State) {
    this.#current = initial
  }

  get current(): State {
    return this.#current
  }

  set(state: State): void {
    this.#current = state
    for (const listener of this.#listeners) listener(state)
  }

  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Returns the current value of a state. Renders the component again when it changes. */
export function useKept<State>(kept: KeptState<State>): State {
  const [state, setState] = useState(kept.current)
  useEffect(() => {
    setState(kept.current)
    return kept.subscribe(setState)
  }, [kept])
  return state
}

/** Returns a function that creates a value once per session, so that nothing of it is left after the logout. */
export function perSession<T>(create: (client: Client) => T): (client: Client) => T {
  const created = new WeakMap<Client, T>()
  return (client) => {
    const value = created.get(client) ?? create(client)
    created.set(client, value)
    return value
  }
}

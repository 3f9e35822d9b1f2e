import { useState } from 'preact/hooks'

/** Something that the user starts with a button. */
export interface Action {
  readonly isRunning: boolean
  readonly error: unknown
  /** Runs a task, unless one is running. Resolves to whether the task ran and succeeded. */
  readonly run: (task: () => Promise<void>) => Promise<boolean>
  /** Removes the error. */
  readonly clear: () => void
}

/** Keeps the state of an action, so that a button can show it and a form its error. */
export function useAction(): Action {
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: undefined })
  const run = async (task: () => Promise<void>) => {
    if (state.isRunning) return false
    setState({ isRunning: true, error: undefined })
    try {
      await task()
      setState({ isRunning: false, error: undefined })
      return true
    } catch (error) {
      setState({ isRunning: false, error })
      return false
    }
  }
  return { ...state, run, clear: () => setState({ isRunning: false, error: undefined }) }
}

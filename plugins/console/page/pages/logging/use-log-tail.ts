import { PlinthApiError } from '@plinth/client'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session-context.js'
import type { Client } from '../../session/session-store.js'
import type { Level } from './log-levels.js'

const MAX_LINES = 500
const REDRAW_INTERVAL_MS = 250
const RECONNECT_DELAY_MS = 2_000

/** A line of the log: parsed, and as text. */
export interface LogLine {
  readonly id: number
  readonly record: Readonly<Record<string, unknown>>
  readonly text: string
}

/** The received lines, and how the connection is. */
export interface LogTailState {
  /** The newest lines, newest first; at most 500. */
  readonly lines: readonly LogLine[]
  /** Number of lines that the service left out, because this page was too slow. */
  readonly dropped: number
  /** `refused`: the service does not let this user follow the log, so there is no retry. */
  readonly state: 'paused' | 'connecting' | 'following' | 'refused'
  readonly error: unknown
}

const NOTHING: LogTailState = { lines: [], dropped: 0, state: 'paused', error: undefined }

interface LogTail extends LogTailState {
  readonly follow: () => void
  readonly pause: () => void
}

/** Follows the log between `follow` and `pause`, also across restarts of the service. */
export function useLogTail(level: Level): LogTail {
  const { client } = useSession()
  const [state, setState] = useState(NOTHING)
  const [attempt, setAttempt] = useState<number>() // `undefined` while paused
  useEffect(() => {
    if (attempt === undefined) {
      setState((previous) => ({ ...previous, state: 'paused' }))
      return undefined
    }
    const controller = new AbortController()
    void followAlways(client, level, controller.signal, setState)
    return () => controller.abort()
  }, [client, attempt, level])
  const follow = () => setAttempt((previous = 0) => previous + 1)
  return { ...state, follow, pause: () => setAttempt(undefined) }
}

type SetState = (update: (previous: LogTailState) => LogTailState) => void

async function followAlways(client: Client, level: Level, signal: AbortSignal, setState: SetState): Promise<void> {
  while (!signal.aborted) {
    setState((previous) => ({ ...previous, state: 'connecting' })) // the error stays until the connection is back
    try {
      await followOnce(client, level, signal, setState)
    } catch (error) {
      if (signal.aborted) return
      const isFinal = error instanceof PlinthApiError && error.status < 500
      setState((previous) => ({ ...previous, state: isFinal ? 'refused' : 'connecting', error }))
      if (isFinal) return
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS))
  }
}

/** Follows until the response ends. Discards earlier lines, because the service begins with its last lines. */
async function followOnce(client: Client, level: Level, signal: AbortSignal, setState: SetState): Promise<void> {
  let received: LogLine[] = []
  let dropped = 0
  const show = () => {
    if (!signal.aborted) setState(() => ({ lines: received, dropped, state: 'following', error: undefined }))
  }
  let redraw: ReturnType<typeof setTimeout> | undefined
  try {
    for await (const event of client.tailLog({ level, signal })) {
      if (event.kind === 'opened') show()
      else if (event.kind === 'dropped') dropped += event.count
      else received = [event, ...received].slice(0, MAX_LINES)
      redraw ??= setTimeout(() => {
        redraw = undefined
        show()
      }, REDRAW_INTERVAL_MS)
    }
    show()
  } finally {
    clearTimeout(redraw)
  }
}

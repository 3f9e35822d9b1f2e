import { PlinthApiError } from '@plinth/client'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session-context.js'
import type { Client } from '../../session/session-store.js'
import type { Level } from './levels.js'

const MAX_LINES = 500
const REDRAW_INTERVAL_MS = 250
const RECONNECT_DELAY_MS = 2_000

/** A line of the log, with its number. */
export interface LogLine {
  readonly id: number
  readonly record: Readonly<Record<string, unknown>>
  readonly text: string
}

/** What has been received. */
export interface LogTailState {
  /** The newest lines, newest first; at most 500. */
  readonly lines: readonly LogLine[]
  /** Number of lines that this page was too slow for. */
  readonly dropped: number
  readonly state: 'paused' | 'connecting' | 'following'
  readonly error: unknown
}

const NOTHING: LogTailState = { lines: [], dropped: 0, state: 'paused', error: undefined }

/** Follows the log while `isFollowing`, over restarts of the service; redraws at most four times a second. */
export function useLogTail(isFollowing: boolean, level: Level): LogTailState {
  const { client } = useSession()
  const [state, setState] = useState(NOTHING)
  useEffect(() => {
    if (!isFollowing) {
      setState((previous) => ({ ...previous, state: 'paused' }))
      return undefined
    }
    const controller = new AbortController()
    void follow(client, level, controller.signal, setState)
    return () => controller.abort()
  }, [client, isFollowing, level])
  return state
}

type SetState = (update: (previous: LogTailState) => LogTailState) => void

async function follow(client: Client, level: Level, signal: AbortSignal, setState: SetState): Promise<void> {
  while (!signal.aborted) {
    setState((previous) => ({ ...previous, state: 'connecting', error: undefined }))
    try {
      await followOnce(client, level, signal, setState)
    } catch (error) {
      if (signal.aborted) return
      setState((previous) => ({ ...previous, state: 'paused', error }))
      if (error instanceof PlinthApiError && error.status < 500) return
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS))
  }
}

/** Follows until the service ends the response. Starts anew, because a service sends its last lines first. */
async function followOnce(client: Client, level: Level, signal: AbortSignal, setState: SetState): Promise<void> {
  let received: LogLine[] = []
  let dropped = 0
  const show = () => {
    if (!signal.aborted) setState(() => ({ lines: received, dropped, state: 'following', error: undefined }))
  }
  let redraw: ReturnType<typeof setTimeout> | undefined
  try {
    for await (const event of client.tailLog({ level, signal })) {
      if (event.kind === 'dropped') dropped += event.count
      else received = [event, ...received].slice(0, MAX_LINES)
      redraw ??= setTimeout(() => {
        redraw = undefined
        show()
      }, REDRAW_INTERVAL_MS)
    }
  } finally {
    clearTimeout(redraw)
    show()
  }
}

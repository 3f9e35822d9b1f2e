import type { Client } from 'openapi-fetch'
import { dataOf, hasType } from './data-of.js'
import { PlinthUnexpectedResponseError } from './errors.js'
import type { operations, paths } from './generated/schema.js'
import type { CallOptions } from './options.js'
import { isObject, tryParseJson } from './problem.js'

export interface TailOptions extends CallOptions {
  /** Omits lines below this level, a number such as 30 (warning). */
  readonly level?: NonNullable<NonNullable<operations['tailLog']['parameters']['query']>['level']>
}

/**
 * An event of a followed log. The first one is `opened`, then each line is a `line`. `dropped` has the number of lines
 * that are missing because this client was too slow.
 */
export type LogEvent =
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'line'
      /** Counts the lines of the replica's process. */
      readonly id: number
      /** The fields of the line. */
      readonly record: Readonly<Record<string, unknown>>
      /** The line as it is written, JSON. */
      readonly text: string
    }
  | { readonly kind: 'dropped'; readonly count: number }

/** Follows the log. Ends when the service ends the response; cancels the response when the caller stops. */
export async function* tailLog(
  rest: Client<paths>,
  { level, signal }: TailOptions,
): AsyncGenerator<LogEvent, void, undefined> {
  const query = level === undefined ? {} : { level }
  const call = rest.GET('/settings/log', { params: { query }, parseAs: 'stream', signal })
  const stream = (await dataOf(call)) as unknown as ReadableStream<Uint8Array> | null
  const { response } = await call
  if (!stream || !hasType(response, 'text/event-stream')) {
    await stream?.cancel()
    throw new PlinthUnexpectedResponseError(response, 'it is not a stream of events')
  }
  yield { kind: 'opened' }
  yield* eventsIn(stream)
}

async function* eventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<LogEvent, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses one event. Returns `undefined` for a comment, and for events of later versions. */
function eventOf(block: string): LogEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => fieldIn(line)))
  const [name, text = ''] = [fields.get('event'), fields.get('data')]
  if (name === 'dropped') return { kind: 'dropped', count: Number(text) }
  const record = tryParseJson(text)
  if (name !== undefined || !isObject(record)) return undefined
  return { kind: 'line', id: Number(fields.get('id')), record, text }
}

function fieldIn(line: string): [name: string, value: string] {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')]
}

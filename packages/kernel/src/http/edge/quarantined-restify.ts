import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

/*
 * All that Plinth uses of restify beyond its documentation, and the only file that names it: the kernel takes restify
 * in a range of patches, and `packages/kernel/test/library-internals.test.ts` says which part a new version has moved.
 */

/** As much of a restify server as is used. Its published types describe version 8. */
export interface RestifyServer extends EventEmitter {
  get(path: string, handler: RestifyHandler): unknown
  head(path: string, handler: RestifyHandler): unknown
  post(path: string, handler: RestifyHandler): unknown
  put(path: string, handler: RestifyHandler): unknown
  patch(path: string, handler: RestifyHandler): unknown
  del(path: string, handler: RestifyHandler): unknown
}

export type RestifyRequest = IncomingMessage & { params: Record<string, string> }
/** restify takes a function of two arguments only when it is async. */
export type RestifyHandler = (request: RestifyRequest, response: ServerResponse) => Promise<void>

type ServerOptions = Readonly<Record<string, unknown>>
type Server = new (options: ServerOptions) => RestifyServer
type Router = new (options: ServerOptions) => object

interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/** Answers a request by the routes of a restify server that listens on no port. */
export function dispatch(server: RestifyServer, request: IncomingMessage, response: ServerResponse): void {
  ;(server as Dispatching)._onRequest(request, response)
}

interface Dispatching extends RestifyServer {
  _onRequest(request: IncomingMessage, response: ServerResponse): void
}

/** restify, and the classes that it believes to be Node's. */
export interface QuarantinedRestify extends MessageClasses {
  createServer(options: ServerOptions): RestifyServer
}

let loaded: QuarantinedRestify | undefined

/**
 * Loads restify so that nobody else in the process notices. On loading it writes some 45 methods onto the prototypes of
 * Node's `IncomingMessage` and `ServerResponse`; here it finds subclasses in their place, and writes onto those. A host
 * that loads restify itself gets a copy of its own.
 */
export function quarantinedRestify(): QuarantinedRestify {
  loaded ??= load()
  return loaded
}

function load(): QuarantinedRestify {
  const http = createRequire(import.meta.url)('node:http') as MessageClasses
  const original = { IncomingMessage: http.IncomingMessage, ServerResponse: http.ServerResponse }
  const own = subclasses(original)
  const warningsOff = process.noDeprecation
  Object.assign(http, own)
  process.noDeprecation = true // its spdy touches process.binding; that is not the operator's business
  try {
    // Not by its index, which loads thirty plugins with their tables and parsers: the larger half of it, and none is
    // used.
    const Server = createRequire(import.meta.url)('restify/lib/server') as Server
    const Router = createRequire(import.meta.url)('restify/lib/router') as Router
    Object.assign(own.IncomingMessage.prototype, { getUrl })
    return { createServer: (options) => new Server({ ...options, router: new Router(options) }), ...own }
  } finally {
    Object.assign(http, original)
    if (warningsOff === undefined) delete (process as { noDeprecation?: boolean }).noDeprecation
    else process.noDeprecation = warningsOff
    forget('restify')
  }
}

/**
 * restify makes it of the Host header too, which anybody may write: then it throws where nobody catches it, or has
 * another path.
 */
function getUrl(this: ParsedRequest): URL {
  if (this._cacheURL !== this.url) {
    this._url = new URL(`http://localhost${this.url}`)
    this._cacheURL = this.url
  }
  return this._url as URL
}

/** Under the names that restify gives them. */
interface ParsedRequest extends IncomingMessage {
  _url?: URL
  _cacheURL?: string | undefined
}

function subclasses(original: MessageClasses): MessageClasses {
  class QuarantinedRequest extends original.IncomingMessage {}
  class QuarantinedResponse extends original.ServerResponse<QuarantinedRequest> {
    /** restify's `writeHead` calls this for Node's own; another copy of restify may have wrapped that by now. */
    _writeHead(...args: unknown[]) {
      const base = original.ServerResponse.prototype as unknown as Record<
        string,
        ((...args: unknown[]) => unknown) | undefined
      >
      return (base._writeHead ?? base.writeHead)?.apply(this, args)
    }
  }
  return {
    IncomingMessage: QuarantinedRequest as typeof IncomingMessage,
    ServerResponse: QuarantinedResponse as unknown as typeof ServerResponse,
  }
}

function forget(name: string): void {
  const require = createRequire(import.meta.url)
  const folder = require.resolve(`${name}/package.json`).replace(/package\.json$/, '')
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(folder) && !file.slice(folder.length).includes('node_modules')) delete require.cache[file]
  }
}

/**
 * Gives a host's request and response what restify expects of its own, on these two objects alone and not enumerable.
 * Setting the prototype instead costs six times as much; plain assignment throws under Express 5.
 */
export function adopt(request: IncomingMessage, response: ServerResponse): void {
  const own = quarantinedRestify()
  Object.defineProperties(request, membersOf(own.IncomingMessage.prototype))
  Object.defineProperties(response, {
    ...membersOf(own.ServerResponse.prototype),
    contentType: { value: undefined, ...FREE },
  })
}

const FREE = { writable: true, configurable: true, enumerable: false } as const
const memberCache = new WeakMap<object, PropertyDescriptorMap>()

function membersOf(prototype: object): PropertyDescriptorMap {
  const known = memberCache.get(prototype)
  if (known) return known
  const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(prototype) as PropertyDescriptorMap
  const hidden = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, { ...member, enumerable: false, configurable: true }]),
  )
  memberCache.set(prototype, hidden)
  return hidden
}

import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

/*
 * The only file that uses restify, and undocumented parts of it. The kernel accepts any patch version of restify;
 * `packages/kernel/test/library-internals.test.ts` fails if a new one has changed such a part.
 */

/** A restify server, with only the methods used here. The published types of restify describe version 8. */
export interface RestifyServer extends EventEmitter {
  get(path: string, handler: RestifyHandler): unknown
  head(path: string, handler: RestifyHandler): unknown
  post(path: string, handler: RestifyHandler): unknown
  put(path: string, handler: RestifyHandler): unknown
  patch(path: string, handler: RestifyHandler): unknown
  del(path: string, handler: RestifyHandler): unknown
}

export type RestifyRequest = IncomingMessage & { params: Record<string, string> }
/** restify accepts a function of two arguments only if it is async. */
export type RestifyHandler = (request: RestifyRequest, response: ServerResponse) => Promise<void>

type ServerOptions = Readonly<Record<string, unknown>>
type Server = new (options: ServerOptions) => RestifyServer
type Router = new (options: ServerOptions) => object

interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

/** Dispatches a request to the routes of a restify server that listens on no port. */
export function dispatch(server: RestifyServer, request: IncomingMessage, response: ServerResponse): void {
  ;(server as ServerWithDispatch)._onRequest(request, response)
}

interface ServerWithDispatch extends RestifyServer {
  _onRequest(request: IncomingMessage, response: ServerResponse): void
}

/** restify, and the subclasses that it modifies instead of Node's classes. */
export interface QuarantinedRestify extends MessageClasses {
  createServer(options: ServerOptions): RestifyServer
}

let loaded: QuarantinedRestify | undefined

/**
 * Loads restify without side effects on the rest of the process. While loading, restify adds some 45 methods to the
 * prototypes of Node's `IncomingMessage` and `ServerResponse`; here it finds subclasses in their place, and modifies
 * those. A host that loads restify itself gets a separate copy.
 */
export function quarantinedRestify(): QuarantinedRestify {
  loaded ??= load()
  return loaded
}

function load(): QuarantinedRestify {
  const http = createRequire(import.meta.url)('node:http') as MessageClasses
  const original = { IncomingMessage: http.IncomingMessage, ServerResponse: http.ServerResponse }
  const own = subclasses(original)
  Object.assign(http, own)
  try {
    // Not its index, which also loads thirty plugins that are not used here: more than half of restify.
    const Server = createRequire(import.meta.url)('restify/lib/server') as Server
    const Router = createRequire(import.meta.url)('restify/lib/router') as Router
    Object.assign(own.IncomingMessage.prototype, { getUrl })
    return { createServer: (options) => new Server({ ...options, router: new Router(options) }), ...own }
  } finally {
    Object.assign(http, original)
    removeFromRequireCache('restify')
  }
}

/**
 * Replaces restify's own method, which also parses the client's Host header: a forged one would change the path, or
 * throw an error that nothing catches.
 */
function getUrl(this: ParsedRequest): URL {
  if (this._cacheURL !== this.url) {
    this._url = new URL(`http://localhost${this.url}`)
    this._cacheURL = this.url
  }
  return this._url as URL
}

/** The parsed URL and its cache, under restify's own names. */
interface ParsedRequest extends IncomingMessage {
  _url?: URL
  _cacheURL?: string | undefined
}

function subclasses(original: MessageClasses): MessageClasses {
  class QuarantinedRequest extends original.IncomingMessage {}
  class QuarantinedResponse extends original.ServerResponse<QuarantinedRequest> {
    /** restify's `writeHead` calls this as Node's original, which another copy of restify may have wrapped since. */
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

function removeFromRequireCache(name: string): void {
  const require = createRequire(import.meta.url)
  const folder = require.resolve(`${name}/package.json`).replace(/package\.json$/, '')
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(folder) && !file.slice(folder.length).includes('node_modules')) delete require.cache[file]
  }
}

/**
 * Adds restify's members to a request and a response of a host: to these two objects only, and not enumerable. Setting
 * their prototypes instead would take six times as long; plain assignment throws under Express 5.
 */
export function addRestifyMembers(request: IncomingMessage, response: ServerResponse): void {
  const own = quarantinedRestify()
  Object.defineProperties(request, membersOf(own.IncomingMessage.prototype))
  Object.defineProperties(response, {
    ...membersOf(own.ServerResponse.prototype),
    contentType: { value: undefined, ...WRITABLE },
  })
}

const WRITABLE = { writable: true, configurable: true, enumerable: false } as const
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

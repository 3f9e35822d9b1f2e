import { isNode } from './is-node.js'

/** Where a page keeps a text: `localStorage`, or anything like it. */
export interface PageStorage {
  /** Returns the text stored under a name, or `null`. */
  getItem(name: string): string | null
  /** Stores a text under a name. */
  setItem(name: string, value: string): void
  /** Removes the text stored under a name. */
  removeItem(name: string): void
}

/**
 * The page's part of the key of a browser session; the session cookie is the other part. All tabs of the origin share
 * it, and it survives a reload. Read at each call, because another tab may have logged in or out.
 */
export class PageKey {
  readonly #name: string
  readonly #storage: PageStorage
  /** The part, if the storage refused it, for example because it is full. */
  #unstored: string | undefined

  /** `url` is the base URL of the REST API. Without storage the part is kept in memory. */
  constructor(url: string, storage: PageStorage = browserStorage() ?? new MemoryStorage()) {
    this.#name = `plinth:${new URL(url, 'http://same-origin.invalid').pathname}`
    this.#storage = storage
  }

  get value(): string | undefined {
    return this.#unstored ?? this.#storage.getItem(this.#name) ?? undefined
  }

  set value(part: string | undefined) {
    this.#unstored = undefined
    try {
      if (part === undefined) this.#storage.removeItem(this.#name)
      else this.#storage.setItem(this.#name, part)
    } catch {
      this.#unstored = part
    }
  }
}

/** Returns the storage of the page; `undefined` outside a page, and if the user has blocked it. */
function browserStorage(): PageStorage | undefined {
  if (isNode()) return undefined
  try {
    return (globalThis as { localStorage?: PageStorage }).localStorage
  } catch {
    return undefined
  }
}

class MemoryStorage implements PageStorage {
  readonly #items = new Map<string, string>()

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, value)
  }

  removeItem(name: string): void {
    this.#items.delete(name)
  }
}

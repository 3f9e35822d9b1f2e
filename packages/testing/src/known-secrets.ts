import type { TestResponse } from './test-client.js'

/** Fields of responses that contain a secret. No other response shows the same secret. */
const SECRET_FIELDS = ['apiKey', 'page_key', 'login_key', 'token', 'secret', 'recovery_codes']
/** The route whose field `code` is a one-time code; elsewhere it is the code of an error. */
const ISSUES_CODE = /^\/users\/[^/]+\/code$/
/** The session cookie, with its value. A deleted cookie has none. */
const COOKIE = /^__Host-[^=]*=([^;]+)/
/** A code for people to type, which may also be written without its hyphens. */
const GROUPED_CODE = /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/
/** Minimum length of a chosen secret: shorter ones, as in tests about short passwords, occur in other words. */
const MIN_LENGTH = 4
/** Maximum length of a response that is searched; longer ones would take too long. */
const MAX_SEARCHED_LENGTH = 100_000
/** Every secret that a response shows is such a word, or ends with one after a dot. */
const WORD = /[\w-]{10,}/g
/** Line breaks and tabs in JSON, whose letters are not part of the next word. */
const ESCAPES = /\\[nrt]/g

/** The secrets of a test. Nothing may contain one except the response that shows it. */
export class KnownSecrets {
  /** Passwords and keys that the test chose: a few, of any characters. */
  readonly #chosen = new Set<string>()
  /** Secrets that responses have shown: thousands in some tests, so the words of a text are looked up in this set. */
  readonly #shown = new Set<string>()

  add(secret: string): void {
    if (secret.length >= MIN_LENGTH) this.#chosen.add(secret)
  }

  /** Adds the secrets that a response shows. Throws if it repeats an earlier one. */
  addShownIn(call: string, path: string, response: TestResponse): void {
    if (response.text.length <= MAX_SEARCHED_LENGTH) this.throwIfIn(`the response to ${call}`, [response.text])
    for (const secret of secretsIn(path, response)) this.#addShown(secret)
  }

  /** Throws if a text contains a secret. `what` names the texts in the error. */
  throwIfIn(what: string, texts: readonly string[]): void {
    const text = texts.find((each) => this.#isIn(each))
    if (text !== undefined) throw new Error(`${what} contains a secret: ${text}`)
  }

  #addShown(secret: string): void {
    this.#shown.add(secret.slice(secret.lastIndexOf('.') + 1)) // of a token only the signature
    if (GROUPED_CODE.test(secret)) this.#shown.add(secret.replaceAll('-', ''))
  }

  #isIn(text: string): boolean {
    for (const secret of this.#chosen) if (text.includes(secret)) return true
    return (text.replace(ESCAPES, ' ').match(WORD) ?? []).some((word) => this.#shown.has(word))
  }
}

/** Returns the secrets that a response shows on purpose. */
function secretsIn(path: string, { status, headers, body }: TestResponse): string[] {
  const fields = status === 200 && ISSUES_CODE.test(path) ? [...SECRET_FIELDS, 'code'] : SECRET_FIELDS
  const values = fields.flatMap((field) => (body as Readonly<Record<string, unknown>> | null)?.[field] ?? [])
  const cookies = (headers['set-cookie'] ?? []).flatMap((cookie) => COOKIE.exec(cookie)?.[1] ?? [])
  return [...values, ...cookies].filter((value) => typeof value === 'string')
}

/** The outcome of a write, as far as its client can know. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** Whether a key or token is valid; unknown if the response to the request that ends it was lost. */
export type Validity = 'valid' | 'ended' | 'unknown'

interface Import {
  readonly rows: number
  readonly outcome: Outcome
}

/** What the services have acknowledged, as recorded by their clients. The database is compared with it. */
export class Ledger {
  /** Outcomes of signups, by username. */
  readonly users = new Map<string, Outcome>()
  /** Sessions, by key. */
  readonly sessions = new Map<string, Validity>()
  /** Number of logins whose outcome is unknown. */
  unknownLogins = 0
  /** Number of requests for a token whose outcome is unknown. */
  unknownTokens = 0
  /** By token. */
  readonly tokens = new Map<string, { readonly jti: string; readonly validity: Validity }>()
  /** By the prefix of the imported names. */
  readonly imports = new Map<string, Import>()
  /** Texts that must not appear in any log. */
  readonly secrets = new Set<string>()
  /** Number of requests, by status; the status 0 stands for no response. */
  readonly statuses = new Map<number, number>()
  /** Responses that were invalid regardless of the state of the database. */
  readonly violations: string[] = []

  copy(): Ledger {
    return new Ledger().restore(this)
  }

  /** Replaces all its contents by those of another ledger. */
  restore(other: Ledger): this {
    for (const name of ['users', 'sessions', 'tokens', 'imports', 'statuses'] as const)
      replace(this[name] as Map<unknown, unknown>, other[name])
    this.secrets.clear()
    for (const secret of other.secrets) this.secrets.add(secret)
    this.violations.splice(0, Number.POSITIVE_INFINITY, ...other.violations)
    this.unknownLogins = other.unknownLogins
    this.unknownTokens = other.unknownTokens
    return this
  }

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  responseCount(...statuses: number[]): number {
    return statuses.reduce((sum, status) => sum + (this.statuses.get(status) ?? 0), 0)
  }

  noteUser(username: string, outcome: Outcome): void {
    this.users.set(username, outcome)
  }

  noteSession(key: string, validity: Validity): void {
    this.secrets.add(key)
    this.sessions.set(key, validity)
  }

  noteToken(token: string, validity: Validity): void {
    this.secrets.add(token)
    this.tokens.set(token, { jti: jtiOf(token), validity })
  }

  noteImport(prefix: string, rows: number, outcome: Outcome): void {
    this.imports.set(prefix, { rows, outcome })
  }

  /** Returns the keys and tokens of that validity. */
  keysThatAre(wanted: Validity): string[] {
    const sessions = [...this.sessions].filter(([, validity]) => validity === wanted).map(([key]) => key)
    const tokens = [...this.tokens].filter(([, { validity }]) => validity === wanted).map(([token]) => token)
    return [...sessions, ...tokens]
  }
}

/** Returns the outcome of a write by its status: after a 5xx, or without a response, it may have been committed. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}

function jtiOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
}

function replace(map: Map<unknown, unknown>, contents: ReadonlyMap<unknown, unknown>): void {
  const entries = [...contents]
  map.clear()
  for (const [key, value] of entries) map.set(key, value)
}

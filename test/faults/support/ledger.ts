/** What came of a write, as far as whoever asked for it can know. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

/** How a key or token stands: one of an answer that never came may be either. */
export type Standing = 'good' | 'dead' | 'unknown'

interface Import {
  readonly rows: number
  readonly outcome: Outcome
}

/** What the service has said that it did, by those who asked for it; an audit holds the database against it. */
export class Ledger {
  /** By username. */
  readonly users = new Map<string, Outcome>()
  /** By key. */
  readonly sessions = new Map<string, Standing>()
  /** Logins of which nobody knows what came, and tokens that were asked for so. */
  unknownLogins = 0
  unknownTokens = 0
  /** By token, with its `jti`. */
  readonly tokens = new Map<string, { readonly jti: string; readonly standing: Standing }>()
  /** By the prefix of their names. */
  readonly imports = new Map<string, Import>()
  /** What no log may say. */
  readonly secrets = new Set<string>()
  /** How many requests had which status; 0 is no answer. */
  readonly statuses = new Map<number, number>()
  /** What was wrong already when it was answered. */
  readonly violations: string[] = []

  copy(): Ledger {
    return new Ledger().become(this)
  }

  /** Forgets everything, and knows what another one does. */
  become(other: Ledger): this {
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

  answered(...statuses: number[]): number {
    return statuses.reduce((sum, status) => sum + (this.statuses.get(status) ?? 0), 0)
  }

  noteUser(username: string, outcome: Outcome): void {
    this.users.set(username, outcome)
  }

  noteSession(key: string, standing: Standing): void {
    this.secrets.add(key)
    this.sessions.set(key, standing)
  }

  noteToken(token: string, standing: Standing): void {
    this.secrets.add(token)
    this.tokens.set(token, { jti: jtiOf(token), standing })
  }

  noteImport(prefix: string, rows: number, outcome: Outcome): void {
    this.imports.set(prefix, { rows, outcome })
  }

  /** The keys and tokens that stand so. */
  keysThatAre(wanted: Standing): string[] {
    const sessions = [...this.sessions].filter(([, standing]) => standing === wanted).map(([key]) => key)
    const tokens = [...this.tokens].filter(([, { standing }]) => standing === wanted).map(([token]) => token)
    return [...sessions, ...tokens]
  }
}

/** What a status says of a write: after a 5xx, or no answer, it may have been done. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}

function jtiOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
}

function replace(map: Map<unknown, unknown>, by: ReadonlyMap<unknown, unknown>): void {
  const entries = [...by]
  map.clear()
  for (const [key, value] of entries) map.set(key, value)
}

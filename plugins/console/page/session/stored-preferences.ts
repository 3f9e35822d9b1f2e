/** What this browser remembers: never a key. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** A language, or `undefined` for that of the browser. */
  readonly language?: string | undefined
  /** Whether a login has set a cookie, so that a page that is opened later asks for its session. */
  readonly hasCookie?: boolean | undefined
}

export const STORAGE_KEY = 'plinth-console'
const DEFAULTS: Preferences = { theme: 'system' }

export function readPreferences(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Preferences>) }
  } catch {
    return DEFAULTS // storage is blocked, or its value is not ours
  }
}

export function storePreferences(changes: Partial<Preferences>): Preferences {
  const preferences = { ...readPreferences(), ...changes }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences))
  } catch {
    // storage is blocked: the choice lasts as long as the page
  }
  return preferences
}

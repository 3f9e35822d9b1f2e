/** What the console stores in this browser. It never contains a key. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** The code of a language; `undefined` for the language of the browser. */
  readonly language?: string | undefined
  /** Whether a login has set a cookie, so that the console asks for its session when it is opened again. */
  readonly hasCookie?: boolean | undefined
}

export const STORAGE_KEY = 'plinth-console'
const DEFAULTS: Preferences = { theme: 'system' }

export function readPreferences(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Preferences>) }
  } catch {
    return DEFAULTS // the storage is blocked, or contains something else
  }
}

export function storePreferences(changes: Partial<Preferences>): Preferences {
  const preferences = { ...readPreferences(), ...changes }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences))
  } catch {
    // the storage is blocked: the choice lasts until the page is reloaded
  }
  return preferences
}

const PREFIX = 'PLINTH_'

/** Returns the environment variable of a setting: `sudoPassword` → `PLINTH_SUDO_PASSWORD`. */
export function variableOf(setting: string): string {
  return PREFIX + setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

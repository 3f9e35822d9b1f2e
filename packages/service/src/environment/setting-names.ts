const PREFIX = 'PLINTH_'

/** The name of a setting in the environment: `sudoPassword` → `PLINTH_SUDO_PASSWORD`. */
export function variableOf(setting: string): string {
  return PREFIX + setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

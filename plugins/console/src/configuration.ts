/** A page that a plugin of the host adds. */
export interface HostPage {
  readonly title: string
  readonly path: string
  readonly maxLevel: number
  readonly module: string
}

/**
 * What the page needs before anybody has logged in. Its HTML contains it, so that the page is drawn without another
 * request.
 */
export interface ConsoleConfiguration {
  readonly name: string
  /** Shown before the login. */
  readonly loginNotice: string | null
  readonly logo: string | null
  /** The least privileged level that may see and change settings, and transfer configurations. */
  readonly settingsMaxLevel: number
  readonly pages: readonly HostPage[]
}

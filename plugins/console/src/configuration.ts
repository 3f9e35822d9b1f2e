/** A page that a plugin of the host adds: its `ConsolePage` of the kernel. */
export interface HostPage {
  readonly title: string
  readonly path: string
  readonly maxLevel: number
  readonly module: string
}

/**
 * What the console needs to draw its first page, before anybody has logged in. The HTML contains it, so that no other
 * request is needed.
 */
export interface ConsoleConfiguration {
  readonly name: string
  /** Shown before the login. */
  readonly loginNotice: string | null
  /** The URL path of an image. */
  readonly logo: string | null
  /** The least privileged level that may see and change settings, and transfer configurations. */
  readonly settingsMaxLevel: number
  readonly pages: readonly HostPage[]
}

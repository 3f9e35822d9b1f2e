import type { ComponentType } from 'preact'
import type { IconName } from '../components/icon.js'
import type { Text } from '../language/english.js'
import { AccountPage } from '../pages/account/page.js'
import { AuditPage } from '../pages/audit/page.js'
import { ConfigurationPage } from '../pages/configuration/page.js'
import { LoggingPage } from '../pages/logging/page.js'
import { OverviewPage } from '../pages/overview/page.js'
import { RolesPage } from '../pages/roles/page.js'
import { TokensPage } from '../pages/tokens/page.js'
import { UsersPage } from '../pages/users/page.js'
import { ADMIN, SUDO } from '../session/role-levels.js'

/** A page of the console itself, in the navigation. */
export interface PageEntry {
  /** Its name in the URL. */
  readonly path: string
  readonly title: (text: Text) => string
  readonly icon: IconName
  /** The least privileged level that sees it; `settings`: the level that the service requires for settings. */
  readonly maxLevel: number | 'settings'
  readonly component: ComponentType
}

const ANYBODY = Number.POSITIVE_INFINITY

/** The pages in the order of the navigation. To add one, add its folder and a line here. */
const PAGES: readonly PageEntry[] = [
  {
    path: 'overview',
    title: (text) => text.overview.title,
    icon: 'overview',
    maxLevel: ADMIN,
    component: OverviewPage,
  },
  { path: 'users', title: (text) => text.users.title, icon: 'users', maxLevel: ANYBODY, component: UsersPage },
  { path: 'roles', title: (text) => text.roles.title, icon: 'roles', maxLevel: ANYBODY, component: RolesPage },
  { path: 'tokens', title: (text) => text.tokens.title, icon: 'tokens', maxLevel: SUDO, component: TokensPage },
  {
    path: 'configuration',
    title: (text) => text.configuration.title,
    icon: 'configuration',
    maxLevel: 'settings',
    component: ConfigurationPage,
  },
  {
    path: 'logging',
    title: (text) => text.logging.title,
    icon: 'logging',
    maxLevel: 'settings',
    component: LoggingPage,
  },
  { path: 'audit', title: (text) => text.audit.title, icon: 'audit', maxLevel: ADMIN, component: AuditPage },
  { path: 'account', title: (text) => text.account.title, icon: 'account', maxLevel: ANYBODY, component: AccountPage },
]

/** Returns the pages that a role of a level sees. */
export function pagesFor(level: number, settingsMaxLevel: number): readonly PageEntry[] {
  return PAGES.filter(({ maxLevel }) => level <= (maxLevel === 'settings' ? settingsMaxLevel : maxLevel))
}

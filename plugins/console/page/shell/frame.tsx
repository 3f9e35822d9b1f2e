import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConsoleConfiguration } from '../../src/configuration.js'
import { Button } from '../components/button.js'
import { ErrorBoundary } from '../components/error-boundary.js'
import { Icon } from '../components/icon.js'
import { Notice } from '../components/notice.js'
import { useLanguage } from '../language/language-context.js'
import { SERVICE_URL } from '../session/own-service.js'
import { useSession } from '../session/session-context.js'
import { useLogout } from '../session/use-logout.js'
import { Brand } from './brand.js'
import { HostPageView } from './host-page-view.js'
import { hashOf, useLocation } from './location.js'
import { type PageEntry, pagesFor } from './pages.js'

interface FrameProps {
  readonly configuration: ConsoleConfiguration
  readonly preferences: ComponentChildren
}

/** The bar at the top, the navigation and the current page. */
export const Frame = ({ configuration, preferences }: FrameProps) => {
  const { text } = useLanguage()
  const { who, inMemoryBecause } = useSession()
  const { page: path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLSpanElement>(null)
  const logout = useLogout()
  const ownPages = pagesFor(who.role_level, configuration.settingsMaxLevel)
  const hostPages = configuration.pages.filter(({ maxLevel }) => who.role_level <= maxLevel)
  const ownPage = ownPages.find((page) => page.path === path)
  const hostPage = hostPages.find((page) => `host/${page.path}` === path)
  const shown = ownPage ?? (hostPage ? undefined : ownPages[0])
  const Page = shown?.component
  useEffect(() => {
    setOpen(false)
    main.current?.scrollTo(0, 0)
  }, [path])
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = ({ target }: MouseEvent) => {
      if (!menuButton.current?.contains(target as Node)) setOpen(false)
    }
    const closeByEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false)
    }
    addEventListener('click', closeOutside)
    addEventListener('keydown', closeByEscape)
    return () => {
      removeEventListener('click', closeOutside)
      removeEventListener('keydown', closeByEscape)
    }
  }, [isOpen])
  const link = (target: string, icon: PageEntry['icon'], title: string) => (
    <li key={target}>
      <a href={hashOf(target)} aria-current={target === (shown?.path ?? path) ? 'page' : undefined}>
        <Icon name={icon} />
        <span dir="auto">{title}</span>
      </a>
    </li>
  )
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {text.skip}
      </button>
      <header class="top">
        <span class="menu-button" ref={menuButton}>
          <Button kind="quiet" icon="menu" label={text.menu} isExpanded={isOpen} onClick={() => setOpen(!isOpen)} />
        </span>
        <Brand configuration={configuration} />
        <div class="top-end">
          <span class="wide">{preferences}</span>
          <a class="who" href={hashOf('account')}>
            <Icon name="account" />
            <span dir="auto">{who.username}</span>
            {who.role !== who.username && <span class="muted wide">{who.role}</span>}
          </a>
          <Button kind="plain" onClick={logout}>
            {text.logOut}
          </Button>
        </div>
      </header>
      <nav class={`side${isOpen ? ' open' : ''}`} aria-label={text.navigation}>
        <ul>
          {ownPages.map(({ path: target, icon, title }) => link(target, icon, title(text)))}
          {hostPages.map(({ path: target, title }) => link(`host/${target}`, 'page', title))}
        </ul>
        <div class="side-end">
          <span class="narrow">{preferences}</span>
          <a href={`${SERVICE_URL}/docs`}>{text.restApi}</a>
        </div>
      </nav>
      <main ref={main} id="main" tabIndex={-1}>
        {inMemoryBecause && <Notice kind="info">{text.keptInMemory[inMemoryBecause]}</Notice>}
        <ErrorBoundary key={shown?.path ?? path}>
          {Page && <Page />}
          {hostPage && <HostPageView page={hostPage} />}
        </ErrorBoundary>
      </main>
    </div>
  )
}

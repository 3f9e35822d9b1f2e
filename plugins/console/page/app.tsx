/** Starts the console. */
import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConsoleConfiguration } from '../src/configuration.js'
import { keepFocus } from './components/keep-focus.js'
import { Toasts } from './components/toasts.js'
import { type Language, LanguageContext } from './language/language-context.js'
import { languageLoader, preferredLanguage } from './language/languages.js'
import { ConfirmLogin } from './session/confirm-login.js'
import { LoggedOut } from './session/logged-out.js'
import { PasswordPage } from './session/password-page.js'
import { SessionContext } from './session/session-context.js'
import { SessionStore } from './session/session-store.js'
import { type Preferences, readPreferences, storePreferences } from './session/stored-preferences.js'
import { UnreachablePage } from './session/unreachable-page.js'
import { Brand } from './shell/brand.js'
import { Frame } from './shell/frame.js'
import { PreferenceFields } from './shell/preference-fields.js'
import { refuseDroppedFiles } from './shell/refuse-dropped-files.js'
import { useTheme } from './shell/use-theme.js'

interface AppProps {
  readonly configuration: ConsoleConfiguration
  readonly store: SessionStore
  readonly initialLanguage: Language
  readonly loadLanguage: (code: string) => Promise<Language>
}

const App = ({ configuration, store, initialLanguage, loadLanguage }: AppProps) => {
  const [state, setState] = useState(store.state)
  const [preferences, setPreferences] = useState(readPreferences)
  const [language, setLanguage] = useState(initialLanguage)
  const chosenLanguage = useRef(preferences.language)
  useTheme(preferences.theme)
  useLayoutEffect(() => store.subscribe(setState), [store])
  useEffect(() => {
    document.documentElement.lang = language.code
  }, [language])
  const brand = <Brand configuration={configuration} />
  const change = async (changes: Partial<Preferences>) => {
    setPreferences({ ...preferences, ...storePreferences(changes), ...changes })
    if (changes.language === undefined) return
    chosenLanguage.current = changes.language
    const loaded = await loadLanguage(changes.language)
    if (loaded.code === chosenLanguage.current) setLanguage(loaded) // not if it could not be loaded
  }
  const fields = <PreferenceFields preferences={preferences} onChange={change} />
  return (
    <LanguageContext.Provider value={language}>
      {state.kind === 'none' && (
        <LoggedOut
          store={store}
          hasEnded={state.hasEnded}
          notice={configuration.loginNotice}
          brand={brand}
          preferences={fields}
        />
      )}
      {state.kind === 'unreachable' && (
        <UnreachablePage error={state.error} onRetry={() => void store.restore()} brand={brand} />
      )}
      {state.kind === 'open' && (
        <SessionContext.Provider value={{ ...state, store }}>
          <Toasts key={state.who.username}>
            {state.who.must.includes('change_password') ? (
              <PasswordPage brand={brand} />
            ) : (
              <Frame configuration={configuration} preferences={fields} />
            )}
            <ConfirmLogin />
          </Toasts>
        </SessionContext.Provider>
      )}
    </LanguageContext.Provider>
  )
}

const root = document.getElementById('app') as HTMLElement
const configuration = JSON.parse(root.dataset.configuration ?? '') as ConsoleConfiguration
const loadLanguage = languageLoader(JSON.parse(root.dataset.textUrls ?? '') as Record<string, string>)
const store = new SessionStore()
const languageCode = readPreferences().language ?? preferredLanguage()
const [initialLanguage] = await Promise.all([loadLanguage(languageCode), store.restore()])
document.documentElement.dataset.name = configuration.name
keepFocus()
refuseDroppedFiles()
render(<App {...{ configuration, store, initialLanguage, loadLanguage }} />, root)

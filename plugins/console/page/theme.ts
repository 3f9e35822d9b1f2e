/** Sets the colours before the first paint. The console itself is drawn later, because it may wait for the service. */
import { readPreferences } from './session/stored-preferences.js'
import { applyTheme } from './shell/apply-theme.js'

applyTheme(readPreferences().theme)

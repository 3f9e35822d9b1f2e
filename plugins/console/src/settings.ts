import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { boolean, object, string } from 'yup'

const MAX_NAME_CHARACTERS = 64
const MAX_NOTICE_CHARACTERS = 2_000
/** A path on this origin: the content security policy of the page does not allow other origins. */
const OWN_PATH = /^\/(?!\/)[\w./~%-]*$/
const PATH_RULE = 'must be a path on this origin, such as "/brand/logo.svg".'

/** The settings of the console. */
export const consoleSettings = object({
  console: described(boolean().default(true), 'Whether the console is served, at `/api/console`.'),
  consoleName: string().max(MAX_NAME_CHARACTERS, `must be at most ${MAX_NAME_CHARACTERS} characters.`).meta({
    description: 'The name that the console shows, such as that of the plant.',
    otherwise: '`Plinth`',
  }),
  consoleLoginNotice: described(
    string().max(MAX_NOTICE_CHARACTERS, `must be at most ${MAX_NOTICE_CHARACTERS} characters.`),
    'A text that the console shows before anybody logs in, such as who may use the system.',
  ),
  consoleLogo: described(
    string().matches(OWN_PATH, PATH_RULE),
    'The URL path, on the origin of the console, of an image that it shows beside its name.',
  ),
  consoleStylesheet: described(
    string().matches(OWN_PATH, PATH_RULE),
    'The URL path, on the origin of the console, of a stylesheet that it loads after its own.',
  ),
})

/** Whether the console is served, and its name, login notice, logo and stylesheet. */
export type ConsoleSettings = SettingsOf<typeof consoleSettings>

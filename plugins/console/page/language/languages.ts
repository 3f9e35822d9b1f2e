import { english, type Text } from './english.js'
import { german } from './german.js'
import { spanish } from './spanish.js'

/** The languages of the console by their codes. Each name is in the language itself. */
export const LANGUAGES: Readonly<Record<string, { readonly name: string; readonly text: Text }>> = {
  en: { name: 'English', text: english },
  es: { name: 'Español', text: spanish },
  de: { name: 'Deutsch', text: german },
}

/** Returns the code of the first language of the browser that the console has; `en` if it has none of them. */
export function preferredLanguage(): string {
  const codes = navigator.languages.map((language) => language.slice(0, 2).toLowerCase())
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en'
}

/** Returns the texts of a language; the English ones if the console does not have that language. */
export const textOf = (code: string): Text => LANGUAGES[code]?.text ?? english

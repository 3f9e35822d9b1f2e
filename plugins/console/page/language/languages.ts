import { english, type Text } from './english.js'
import { type Language, languageOf } from './language-context.js'

/** The languages of the console by their codes, each called as in the language itself. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', es: 'Español', de: 'Deutsch' }

/** Returns the code of the first language of the browser that the console has; `en` if it has none of them. */
export function preferredLanguage(): string {
  const codes = navigator.languages.map((language) => language.slice(0, 2).toLowerCase())
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en'
}

/**
 * Returns a function that loads a language: English, or its texts from the module at its URL. It resolves to English if
 * the module cannot be loaded.
 */
export const languageLoader =
  (urls: Readonly<Record<string, string>>) =>
  async (code: string): Promise<Language> => {
    const url = urls[code]
    const module: { texts: Text } | undefined = url && (await import(url).catch(() => undefined))
    return module ? languageOf(code, module.texts) : languageOf('en', english)
  }

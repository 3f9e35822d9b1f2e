import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { durationFormat } from './duration.js'
import { english, type Text } from './english.js'
import { once } from './once.js'

/** A language: its texts, and functions that format times, numbers and durations. */
export interface Language {
  readonly code: string
  readonly text: Text
  /** Formats a time, given as ISO 8601, as a local date with the time. Returns an invalid time as it is. */
  readonly date: (iso: string) => string
  readonly number: (value: number) => string
  /** Formats a duration in ms: below an hour in minutes and seconds, otherwise rounded, in words. */
  readonly duration: (ms: number) => string
}

/** Returns the language of a code, with the given texts. */
export function languageOf(code: string, text: Text): Language {
  const dates = once(() => new Intl.DateTimeFormat(variantOf(code), { dateStyle: 'medium', timeStyle: 'medium' }))
  const numbers = once(() => new Intl.NumberFormat(code))
  return {
    code,
    text,
    date: (iso) => {
      const at = new Date(iso)
      return Number.isNaN(at.getTime()) ? iso : dates().format(at)
    },
    number: (value) => numbers().format(value),
    duration: durationFormat(code),
  }
}

/** Returns the variant of a language that the browser prefers, such as `en-GB`, because their dates differ. */
function variantOf(code: string): string {
  return navigator.languages.find((language) => language.slice(0, 2).toLowerCase() === code) ?? code
}

export const LanguageContext = createContext<Language>(languageOf('en', english))

/** Returns the chosen language. */
export const useLanguage = () => useContext(LanguageContext)

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { durationsOf } from './duration.js'
import { english, type Text } from './english.js'
import { once } from './once.js'

/** A language with the forms of its dates and numbers. */
export interface Language {
  readonly code: string
  readonly text: Text
  readonly date: (iso: string) => string
  readonly number: (value: number) => string
  /** A time in ms: minutes and seconds below an hour, otherwise in words, rounded. */
  readonly duration: (ms: number) => string
}

/** Returns a language with its formats. */
export function languageOf(code: string, text: Text): Language {
  const dates = once(() => new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'medium' }))
  const numbers = once(() => new Intl.NumberFormat(code))
  return {
    code,
    text,
    date: (iso) => {
      const at = new Date(iso)
      return Number.isNaN(at.getTime()) ? iso : dates().format(at)
    },
    number: (value) => numbers().format(value),
    duration: durationsOf(code),
  }
}

export const LanguageContext = createContext<Language>(languageOf('en', english))

/** The language that was chosen. */
export const useLanguage = () => useContext(LanguageContext)

import { once } from './once.js'

/** Returns a function that writes a number with the matching form of a noun. */
export const pluralOf = (code: string) => {
  const rules = once(() => new Intl.PluralRules(code))
  const numbers = once(() => new Intl.NumberFormat(code))
  return (count: number, one: string, other: string) =>
    `${numbers().format(count)} ${rules().select(count) === 'one' ? one : other}`
}

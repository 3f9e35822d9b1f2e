/**
 * Makes `instanceof` of a class true for what another copy of this package has made, by a name that all copies share. A
 * process can have two: tsx, for one, loads a package for `require` beside that for `import`. Subclasses are told apart
 * as ever.
 */
export function knowAnyCopy(itself: { readonly prototype: object }, name: string): void {
  const brand = Symbol.for(`@plinth/kernel:${name}`)
  Object.defineProperty(itself.prototype, brand, { value: true })
  Object.defineProperty(itself, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== itself) return Function.prototype[Symbol.hasInstance].call(this, value)
      return typeof value === 'object' && value !== null && brand in value
    },
  })
}

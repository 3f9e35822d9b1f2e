/**
 * Makes `instanceof` of a class also recognise instances of the same class from another copy of this package, by a name
 * that all copies share. A process can have two copies: tsx, for example, loads a package once for `require` and once
 * for `import`. `instanceof` of subclasses works as usual.
 */
export function recognizeAcrossCopies(sharedClass: { readonly prototype: object }, name: string): void {
  const brand = Symbol.for(`@plinth/kernel:${name}`)
  Object.defineProperty(sharedClass.prototype, brand, { value: true })
  Object.defineProperty(sharedClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== sharedClass) return Function.prototype[Symbol.hasInstance].call(this, value)
      return typeof value === 'object' && value !== null && brand in value
    },
  })
}

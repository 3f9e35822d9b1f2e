/** Returns whether an `Expect` header asks for `100 Continue`, the only expectation that HTTP defines. */
export function isContinue(expectation = ''): boolean {
  return /^100-continue$/i.test(expectation)
}

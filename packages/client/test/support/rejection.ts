/** Returns the error with which a promise rejects; throws if it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: Error) => ({ error }),
  )
  if (!outcome) throw new Error('the promise was not rejected')
  return outcome.error
}

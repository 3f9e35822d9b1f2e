/** What a promise is rejected with; fails when it is not. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: Error) => ({ error }),
  )
  if (!outcome) throw new Error('it was not rejected')
  return outcome.error
}

/** Longest wait in ms. */
const TIMEOUT_MS = 10_000
/** Time in ms between two looks. */
const PAUSE = 20

/**
 * Looks again and again until something is so, for what nobody tells when it is done; for `longest` ms, 10 s unless
 * given.
 */
export async function until(isSo: () => boolean | Promise<boolean>, longest = TIMEOUT_MS): Promise<void> {
  const end = Date.now() + longest
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not become so: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

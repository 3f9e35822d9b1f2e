const TIMEOUT_MS = 10_000
const INTERVAL_MS = 20

/**
 * Polls until a condition holds, for conditions without an event to await. Throws after `timeoutMs`, by default 10 s.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`the condition did not become true: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
}

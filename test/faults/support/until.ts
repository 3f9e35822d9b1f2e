import { until as soon } from '@plinth/testing'

/** In ms: nothing says how soon, and a machine that is tried like this may be busy for long. */
const AT_LAST = 120_000

/**
 * Looks again and again until something is so, however long a busy machine takes; what has a bound is measured beside.
 */
export const until = (isSo: () => boolean | Promise<boolean>, longest = AT_LAST): Promise<void> => soon(isSo, longest)

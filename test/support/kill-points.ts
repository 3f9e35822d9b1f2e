/**
 * Distance between the points at which tests kill a process. Not all are tested, because each costs seconds;
 * `KILL_STRIDE=1` tests all.
 */
export const KILL_STRIDE = Number(process.env.KILL_STRIDE ?? 3)

/** The first of these points. `.ci/run` derives it from the sources, so that all points are tested over time. */
export const FIRST_KILL_POINT = Number(process.env.FIRST_KILL_POINT ?? 1)

'use strict'
// A Node that is too old reads this file before it is refused: ES5 alone, and nothing of other files.

/** As in `engines` of every package. */
exports.OLDEST_NODE = '20.19'

/**
 * Why this Node cannot run Plinth, as one sentence; `undefined` when it can.
 *
 * @returns {string | undefined}
 */
exports.nodeProblem = function () {
  if (exports.isAtLeast(process.versions.node, exports.OLDEST_NODE)) return undefined
  return (
    'Plinth needs Node ' +
    exports.OLDEST_NODE +
    ' or newer, and this is ' +
    process.versions.node +
    '. Install Node 24.'
  )
}

/**
 * Compares versions by their numbers: `20.9` is older than `20.19`.
 *
 * @param {string} version
 * @param {string} oldest
 * @returns {boolean}
 */
exports.isAtLeast = function (version, oldest) {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0
}

/** Ends the process with the code of what cannot start, and says why, on a Node that is too old. */
exports.endOnOldNode = function () {
  if (exports.nodeProblem() === undefined) return
  console.error(exports.nodeProblem())
  process.exit(3)
}

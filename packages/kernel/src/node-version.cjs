'use strict'
// Written in ES5, without imports: a Node that is too old must be able to run this file in order to be refused.

/** The oldest supported version of Node, as in `engines` of every package. */
exports.OLDEST_NODE = '20.19'

/**
 * Returns why this version of Node cannot run Plinth, or `undefined` if it can.
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
 * Returns whether a version is not older than another. Compares them as numbers: `20.9` is older than `20.19`.
 *
 * @param {string} version
 * @param {string} oldest
 * @returns {boolean}
 */
exports.isAtLeast = function (version, oldest) {
  return version.localeCompare(oldest, 'en', { numeric: true }) >= 0
}

/** Prints the problem and ends the process with exit code 3 if Node is too old. */
exports.endOnOldNode = function () {
  if (exports.nodeProblem() === undefined) return
  console.error(exports.nodeProblem())
  process.exit(3)
}

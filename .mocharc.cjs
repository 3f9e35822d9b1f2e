// The tests of `npm test`; with SUITE those of test/suites.cjs of that name, or of the workspace in that folder.
const { suites, ofWorkspace } = require('./test/suites.cjs')

const { SUITE: name } = process.env

/** @type {import('mocha').MochaOptions} */
module.exports = {
  'node-option': ['import=tsx', 'conditions=plinth-source', 'no-experimental-require-module'],
  timeout: 20_000,
  exit: true,
  'forbid-only': true,
  'forbid-pending': true,
  ...(name === undefined ? suites.tests : (suites[name] ?? ofWorkspace(name))),
}

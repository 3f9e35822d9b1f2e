/** What mocha is given for each suite beside what they all are given; CONTRIBUTING.md says what each tries and needs. */
module.exports = {
  tests: {
    spec: [
      'test/{architecture,documents,embedding,fuzz,http,storage}/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'plugins/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
    ],
    parallel: true,
    jobs: 3,
  },
  browser: { spec: ['test/browser/*.test.ts'], timeout: 60_000 },
  clients: { spec: ['test/clients/*.test.ts'], timeout: 300_000 },
  compose: { spec: ['test/compose/*.test.ts'], timeout: 120_000, require: [] },
  defences: { spec: ['test/defences/*.test.ts'], timeout: 300_000, require: [] },
  faults: {
    spec: ['test/faults/*.test.ts'],
    timeout: 120_000,
    'forbid-pending': false, // some need root, or a file system of their own
    parallel: true,
    jobs: 2,
  },
  fuzz: { spec: ['test/fuzz/fuzz.test.ts'] },
  image: { spec: ['docker/*.test.ts'], timeout: 120_000, require: [] },
  monitoring: { spec: ['test/monitoring/*.test.ts'], timeout: 120_000, require: [] },
  operations: { spec: ['test/operations/*.test.ts'], timeout: 180_000, require: [] },
  packages: {
    spec: ['test/packages/*.test.ts'],
    timeout: 300_000,
    require: [],
    'node-option': ['import=tsx', 'no-experimental-require-module'], // what was packed, and no sources
    exit: false,
  },
}

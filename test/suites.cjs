/** A PostgreSQL server that all files of a run share. */
const withPostgres = { require: ['./test/support/databases.ts'] }

const PLUGIN_TESTS = ['plugins/*/test/**/*.test.ts']
/** Tests of a plugin that run with the others, so that both halves take about the same time. */
const BALANCING_TESTS = ['plugins/audit/test/audit-trail.test.ts']
const OTHER_TESTS = [
  'test/{architecture,documents,embedding,fuzz,http,storage}/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'examples/*/test/**/*.test.ts',
]

/**
 * Tests that cover little more than the others: those of other processes, whose coverage is not measured, and those
 * that repeat many times what others do once.
 */
const UNMEASURED_TESTS = [
  'test/documents/*.test.ts',
  'test/fuzz/*.test.ts',
  'test/http/{bad-input,escalation}.test.ts',
  'test/storage/{foreign-locks,forgotten-connections,refused-commands,refusing-database,replicas}.test.ts',
  'test/storage/silent-database.test.ts',
  'packages/kernel/test/log-backlog.test.ts',
  'packages/service/test/{administration,command,config-command,copied-file,copy,described-settings,doctor}.test.ts',
  'packages/service/test/{configuration-folder,first-start,frozen-service,help,plan-command}.test.ts',
  'packages/service/test/{refused-starts,restore,terminal,visible-output}.test.ts',
  'packages/testing/test/{describe-authenticator,describe-configuration-table,postgres-for-root}.test.ts',
  'plugins/auth/test/ended-keys.test.ts',
  'plugins/config-transfer/test/{configuration-properties,import-memory,killed-plan,large-transfer}.test.ts',
  'plugins/config-transfer/test/{merge-properties,plan-properties}.test.ts',
  'plugins/tpt/test/key-file.test.ts',
  'plugins/users/test/deleted-meanwhile.test.ts',
  'examples/hosts/test/*.test.ts',
]

/**
 * The mocha options of each suite, in addition to the common ones. CONTRIBUTING.md says what each tests and requires.
 */
const suites = {
  tests: { ...withPostgres, spec: [...OTHER_TESTS, ...PLUGIN_TESTS], parallel: true, jobs: 3 },
  // Two halves in one process each: mocha may end those of a parallel run before they have written their coverage.
  'coverage-plugins': { ...withPostgres, spec: PLUGIN_TESTS, ignore: [...UNMEASURED_TESTS, ...BALANCING_TESTS] },
  'coverage-others': { ...withPostgres, spec: [...OTHER_TESTS, ...BALANCING_TESTS], ignore: UNMEASURED_TESTS },
  browser: {
    require: [...withPostgres.require, './test/browser/console/build-page.ts'],
    spec: ['test/browser/**/*.test.ts'],
    timeout: 60_000,
  },
  clients: { ...withPostgres, spec: ['test/clients/*.test.ts'], timeout: 300_000 },
  compose: { spec: ['test/compose/*.test.ts'], timeout: 120_000 },
  defences: { spec: ['test/defences/*.test.ts'], timeout: 300_000 },
  failover: { spec: ['test/failover/*.test.ts'] },
  faults: {
    ...withPostgres,
    spec: ['test/faults/*.test.ts'],
    timeout: 120_000,
    'forbid-pending': false, // some need root, or a file system of their own
    parallel: true,
    jobs: 2,
  },
  fuzz: { ...withPostgres, spec: ['test/fuzz/fuzz.test.ts'] },
  // Through a PgBouncer with two connections: the tests of statements and of each route, without those that repeat
  // others many times.
  pooler: {
    require: ['./test/support/pooled-databases.ts'],
    spec: [
      'packages/kernel/test/statements.test.ts',
      'plugins/{audit,auth}/test/*.test.ts',
      'plugins/{codes,logging-settings,second-factor}/test/*.test.ts',
      'plugins/config-transfer/test/{configuration-transfer,plans}.test.ts',
      'plugins/tpt/test/{authenticator,third-party-tokens}.test.ts',
      'plugins/users/test/{roles,sign-up,user-lifecycle,users}.test.ts',
      'test/storage/replicas.test.ts',
    ],
    // These need more connections: an import checks its caller on a second one, which others hold that wait for it, and
    // guesses that wait for a lock hold one each.
    grep: '20 times to users, tokens and by imports|counted up to the first lock, even if none',
    invert: true,
    parallel: true,
    jobs: 2,
    timeout: 60_000,
  },
  image: { spec: ['docker/*.test.ts'], timeout: 120_000 },
  load: { ...withPostgres, spec: ['test/load/*.test.ts'] },
  monitoring: { spec: ['test/monitoring/*.test.ts'], timeout: 120_000 },
  operations: { spec: ['test/operations/*.test.ts'], timeout: 180_000 },
  packages: {
    spec: ['test/packages/*.test.ts'],
    timeout: 300_000,
    'node-option': ['import=tsx', 'no-experimental-require-module'], // what was packed, and no sources
    exit: false,
  },
}

/** The tests of a workspace, by its folder. */
const ofWorkspace = (folder) => ({ ...withPostgres, spec: [`${folder}/test/**/*.test.ts`] })

module.exports = { suites, ofWorkspace }

import { type TestDatabase, testDatabases } from '@plinth/testing'

/** Returns the test database with a name. Throws if the tests run without it. */
export function databaseNamed(name: TestDatabase['name']): TestDatabase {
  const found = testDatabases.find((database) => database.name === name)
  if (!found) throw new Error(`there is no ${name} to test on`)
  return found
}

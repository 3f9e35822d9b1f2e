import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { REPO_ROOT } from '../support/service-process.js'

/** The faults that Plinth must survive. Titles of tests refer to them by these numbers. */
const FAULTS: Readonly<Record<string, string>> = {
  F1: 'a service on SQLite is killed during an import',
  F2: 'a service on PostgreSQL is killed during an import',
  F3: 'PostgreSQL is restarted under load',
  F4: 'PostgreSQL is killed under load',
  F5: 'all PostgreSQL backends are terminated under load',
  F6: 'the disk of the database is full',
  F7: 'a key is used on one replica right after its logout on another',
  F8: 'many signups use one name concurrently',
  F9: 'two imports run concurrently',
  F10: 'an import runs during signups, logouts and revocations',
  F11: 'logins flood the service',
  F12: 'clients send slowly, or do not read responses',
  F13: 'clients send uploads and bodies that are too large or malformed',
  F14: 'replicas behind a proxy are restarted one by one',
  F15: 'the clock is moved',
  F16: 'the SQLite file is damaged',
  F17: 'the data folder is read-only',
  F18: 'the disk of the log is full',
  F19: 'one of several replicas is killed while it migrates',
  F20: 'the folder for temporary files is missing or full',
  F21: 'another program locks tables',
  F22: 'a plugin of a host throws while it handles a request',
  F23: 'a plugin of a host throws during the start',
  F24: 'a replica has another signing key than the others',
  F25: 'a replica freezes in a transaction',
  F26: 'PostgreSQL becomes read-only, or fails over to a standby that stays read-only',
  F27: 'connections to PostgreSQL die silently',
  F28: 'transactions deadlock',
  F29: 'the event loop is blocked, or the process is suspended',
}

/** Tests of faults outside this folder. */
const ELSEWHERE = [
  'test/compose/compose.test.ts',
  'test/http/edge.test.ts',
  'test/storage/forgotten-connections.test.ts',
  'packages/kernel/test/transactions.test.ts',
  'packages/service/test/refused-starts.test.ts',
]

describe('the list of faults', () => {
  it('has a test for each fault', () => {
    const here = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.test.ts') && name !== 'fault-list.test.ts',
    )
    const files = [
      ...here.map((name) => join(import.meta.dirname, name)),
      ...ELSEWHERE.map((name) => join(REPO_ROOT, name)),
    ]
    const text = files.map((file) => readFileSync(file, 'utf8')).join()

    const tested = new Set(text.match(/(?<!%)\bF\d+\b/g))

    expect([...tested]).to.have.members(Object.keys(FAULTS))
  })
})

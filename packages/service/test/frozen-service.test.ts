import { join } from 'node:path'
import type { TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { run, type Service, serve, type Variables, variablesFor } from '../../../test/support/service-process.js'
import { databaseNamed } from './support/database-named.js'

describe('the plinth command next to a suspended service', () => {
  let tempDatabase: TempDatabase
  let variables: Variables
  let service: Service
  before(async () => {
    tempDatabase = await databaseNamed('SQLite').create()
    variables = variablesFor(tempDatabase)
    service = await serve(variables)
    process.kill(service.pid, 'SIGSTOP')
  })
  after(async () => {
    service.kill()
    await tempDatabase.drop()
  })

  it('fails instead of waiting forever', async () => {
    const copy = join(tempDatabase.dataDir, 'copy.db')
    const calls = [
      run(['users', 'list'], variables),
      run(['backup', copy], variables),
      run(['config', 'export'], variables),
      run(['config', 'import', '-'], variables, '{"version":"1.0","data":{}}'),
      run(['config', 'plan', '-'], variables, '{"version":"1.0","data":{}}'),
      run(['config', 'apply', 'v1k8sdw0m2q4z6x9'], variables),
    ]

    const refused = {
      code: 1,
      stdout: '',
      stderr: 'The service that uses the database does not respond. Check whether its process is suspended.\n',
    }
    expect(await Promise.all(calls)).to.deep.equal(calls.map(() => refused))
  })

  it('reports that service with doctor', async () => {
    const { code, stdout } = await run(['doctor'], variables)

    expect(code).to.equal(1)
    expect(stdout).to.match(/service +.*does not respond/)
  })
})

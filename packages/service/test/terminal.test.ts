import { type TempDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { linesOf, run, serve, serveOnTerminal, variablesFor } from '../../../test/support/service-process.js'

const [database] = testDatabases
/** The end of the last line that a start prints. */
const LAST_OUTPUT = '/api/docs'
const COLOR = '\u001b['

describe('plinth serve on a terminal', function () {
  this.timeout(60_000)
  if (!database) throw new Error('no database')
  let tempDatabase: TempDatabase
  beforeEach(async () => {
    tempDatabase = await database.create()
  })
  afterEach(() => tempDatabase.drop())

  it('prints the first password, the roles open for signup and its address in readable lines', async () => {
    const output = await serveOnTerminal({ ...variablesFor(tempDatabase), NO_COLOR: '1' }, LAST_OUTPUT)

    expect(output).to.match(
      /^-{60}\nFirst user \(shown only once\):\n\n {2}username sudo\n {2}password [a-z0-9]{43}\n\n-{60}$/m,
    )
    const time = String.raw`^\d\d:\d\d:\d\d\.\d{3}Z`
    const open = 'signup without a key is open for roles of level 10 or higher: operator, auditor, guest'
    expect(output).to.match(new RegExp(`${time} INFO  ${open} \\(plugin=users, signup_open_level=10\\)$`, 'm'))
    expect(output).to.match(new RegExp(`${time} INFO  Plinth is listening on http://127.0.0.1:\\d+/api$`, 'm'))
    expect(output).to.match(new RegExp(`${time} INFO  Console: http://127.0.0.1:\\d+/api/console$`, 'm'))
    expect(output).to.match(new RegExp(`${time} INFO  API page: http://127.0.0.1:\\d+/api/docs`, 'm'))
    expect(output).not.to.include('{').and.not.include(COLOR)
  })

  it('colours the log levels', async () => {
    const output = await serveOnTerminal({ ...variablesFor(tempDatabase), TERM: 'xterm-256color' }, LAST_OUTPUT)

    expect(output).to.include(`${COLOR}36mINFO `)
  })

  it('writes JSON if configured', async () => {
    const output = await serveOnTerminal({ ...variablesFor(tempDatabase), PLINTH_LOG_FORMAT: 'json' }, LAST_OUTPUT)

    expect(output)
      .to.match(/^\{"name":"plinth".*"msg":"Plinth is listening on /m)
      .and.not.include(COLOR)
  })

  it('writes text to other outputs if configured, without colours or control sequences', async () => {
    const service = await serve({
      ...variablesFor(tempDatabase),
      PLINTH_LOG_FORMAT: 'text',
      PLINTH_LOG_LEVEL: 'DEBUG',
      'PLINTH_\u202e': '1',
    })
    await service.client.get('/health/live')

    await service.end('SIGTERM')

    expect(service.stdout).to.match(/Z DEBUG request \(.*method=GET, route=\/health\/live, status=200/)
    expect(service.stdout)
      .to.match(/Z WARN {2}PLINTH_\\u\{202e\} is not a setting/)
      .and.not.include(COLOR)
    expect(linesOf(service.stdout).at(-1)).to.match(/INFO {2}Plinth has stopped$/)
  })

  it('rejects an unknown format', async () => {
    const ended = await run(['serve'], { ...variablesFor(tempDatabase), PLINTH_LOG_FORMAT: 'xml' })

    expect(ended).to.deep.equal({ code: 3, stdout: '', stderr: 'PLINTH_LOG_FORMAT must be one of json, text.\n' })
  })
})

import { type TempDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { linesOf, run, serve, serveOnTerminal, variablesFor } from '../../../test/support/service-process.js'

const [database] = testDatabases
/** The last line of a start. */
const LAST = '/api/docs'
const COLOR = '\u001b['

describe('plinth serve on a terminal', function () {
  this.timeout(60_000)
  if (!database) throw new Error('no database')
  let own: TempDatabase
  beforeEach(async () => {
    own = await database.create()
  })
  afterEach(() => own.drop())

  it('prints the first password, open routes and its address in readable lines', async () => {
    const said = await serveOnTerminal({ ...variablesFor(own), NO_COLOR: '1' }, LAST)

    expect(said).to.match(
      /^-{60}\nThe first user, shown only now:\n\n {2}username sudo\n {2}password [a-z0-9]{43}\n\n-{60}$/m,
    )
    const time = String.raw`^\d\d:\d\d:\d\d\.\d{3}Z`
    const open = 'signup without a key is open for roles from level 10 on: operator, auditor, guest'
    expect(said).to.match(new RegExp(`${time} INFO  ${open} \\(plugin=users, signup_open_level=10\\)$`, 'm'))
    expect(said).to.match(new RegExp(`${time} INFO  Plinth is listening on http://127.0.0.1:\\d+/api$`, 'm'))
    expect(said).to.match(
      new RegExp(`${time} INFO  The interface to read and try is at http://127.0.0.1:\\d+/api/docs`, 'm'),
    )
    expect(said).not.to.include('{').and.not.include(COLOR)
  })

  it('colours the log levels', async () => {
    const said = await serveOnTerminal({ ...variablesFor(own), TERM: 'xterm-256color' }, LAST)

    expect(said).to.include(`${COLOR}36mINFO `)
  })

  it('writes JSON when it is configured', async () => {
    const said = await serveOnTerminal({ ...variablesFor(own), PLINTH_LOG_FORMAT: 'json' }, LAST)

    expect(said)
      .to.match(/^\{"name":"plinth".*"msg":"Plinth is listening on /m)
      .and.not.include(COLOR)
  })

  it('writes text to other outputs when it is configured, without colours or control sequences', async () => {
    const service = await serve({
      ...variablesFor(own),
      PLINTH_LOG_FORMAT: 'text',
      PLINTH_LOG_LEVEL: 'DEBUG',
      'PLINTH_\u202e': '1',
    })
    await service.client.get('/health/live')

    await service.end('SIGTERM')

    expect(service.stdout).to.match(/Z DEBUG request \(.*method=GET, route=\/health\/live, status=200/)
    expect(service.stdout)
      .to.match(/Z WARN {2}PLINTH_\\u\{202e\} is no setting/)
      .and.not.include(COLOR)
    expect(linesOf(service.stdout).at(-1)).to.match(/INFO {2}Plinth has stopped$/)
  })

  it('rejects an unknown format', async () => {
    const ended = await run(['serve'], { ...variablesFor(own), PLINTH_LOG_FORMAT: 'xml' })

    expect(ended).to.deep.equal({ code: 3, stdout: '', stderr: 'PLINTH_LOG_FORMAT must be one of json, text.\n' })
  })
})

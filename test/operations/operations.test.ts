import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { REPO_ROOT } from '../support/service-process.js'
import { type InstalledPostgres, startInstalledPostgres } from './installed-postgres.js'
import { blocksOf } from './operations-page.js'

/** Shell functions for the page's code blocks: the `plinth` command, and checks of the results. */
const SHELL_FUNCTIONS = String.raw`
plinth() {
  if [ "$1" = serve ]; then start; else (cd "$WORK" && node "$REPO_ROOT/packages/service/dist/bundle/plinth.cjs" "$@"); fi
}
start() {
  : > "$WORK/serve.log"
  (cd "$WORK" && exec node "$REPO_ROOT/packages/service/dist/bundle/plinth.cjs" serve) > "$WORK/serve.log" 2>&1 &
  service=$!
  until grep -q 'listening on' "$WORK/serve.log"; do
    kill -0 $service || { cat "$WORK/serve.log" >&2; exit 1; }
    sleep 0.1
  done
  api=$(grep -o 'listening on http[^"]*' "$WORK/serve.log" | cut -d' ' -f3)
}
stop() { kill $service; wait $service; }
trap 'kill -9 $service 2>/dev/null || true' EXIT
password_in() { grep -o 'password [^ ]*' "$WORK/$1.log" | cut -d' ' -f2; }
status() { curl -sS -o /dev/null -w '%{http_code}\n' -H 'Content-Type: application/json' "$@"; }
field() { node -pe "JSON.parse(require('fs').readFileSync(0)).$1"; }
credentials() { echo "{\"username\":\"$1\",\"password\":\"$2\"}"; }
login() { status "$api/users/login" -d "$(credentials "$1" "$2")"; }
session() { curl -sS "$api/users/login" -H 'Content-Type: application/json' -d "$(credentials "$1" "$2")" | field apiKey; }
redeem() { status "$api/users/redeem_code" -d "{\"username\":\"$1\",\"code\":\"$2\",\"new_password\":\"$3\"}"; }
names() { plinth users list --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).map((u) => u.username).join(" ")'; }
ready() { curl -sS "$api/health/ready"; echo; }
`

/** The lines that `plinth backup` prints. */
const OF_BACKUP = /^(file|bytes|signing_key|unused_key_file|\w+_keys?):/

/** Runs the shell blocks of docs/operations.md. */
describe('the operations page', () => {
  let postgres: InstalledPostgres
  let work: string
  before(async () => {
    postgres = await startInstalledPostgres()
  })
  after(() => postgres.stop())
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), 'plinth-operations-'))
    mkdirSync(join(work, 'backup'))
  })
  afterEach(() => rmSync(work, { recursive: true, force: true }))

  /** Runs blocks of the page and other shell lines. Returns what they print, line by line. */
  async function follow(...steps: readonly (string | undefined)[]): Promise<string[]> {
    const variables = {
      WORK: work,
      REPO_ROOT,
      BACKUP: join(work, 'backup'),
      PATH: postgres.path,
      PLINTH_PORT: '0',
      PLINTH_BCRYPT_COST: '4',
      POSTGRES_ADMIN_URL: postgres.superuserUrl,
      POSTGRES_HOST: `127.0.0.1:${postgres.port}`,
    }
    const script = [SHELL_FUNCTIONS, 'cd "$WORK"', ...steps].join('\n').replaceAll('/var/lib/plinth', '"$WORK/data"')
    const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: work, env: variables })
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    expect({ code, stderr }, stdout).to.deep.equal({ code: 0, stderr: '' })
    return stdout.split('\n').filter(Boolean)
  }

  it('installs, backs up and restores on SQLite, and resets a lost sudo password', async () => {
    const [install] = blocksOf('Install')
    const [backUp, restore] = blocksOf('Back up and restore')

    const printed = await follow(
      install,
      'ready; login sudo "$(password_in serve)"',
      'echo "battery staple 7" | plinth users add anna --role admin --email anna@plant.test --json > /dev/null',
      backUp,
      'plinth users delete anna > /dev/null; names',
      'stop',
      `{ ${restore} } > "$WORK/restore.log"`,
      'grep -c "All sessions have ended" "$WORK/restore.log"',
      'start; names; login anna "battery staple 7"',
      'echo "battery staple 8" | plinth users set-password sudo > /dev/null; login sudo "battery staple 8"',
      'stop',
    )

    expect(printed.filter((line) => !OF_BACKUP.test(line))).to.deep.equal([
      '{"ready":true}',
      '200',
      'sudo',
      '1',
      'sudo anna',
      '200',
      '200',
    ])
  })

  it('installs, backs up and restores on PostgreSQL', async () => {
    const [, makeDatabase, install] = blocksOf('Install')
    const [, , backUp, restore] = blocksOf('Back up and restore')

    const printed = await follow(
      makeDatabase,
      install,
      'ready; login sudo "$(password_in serve)"',
      'echo "battery staple 7" | plinth users add anna --role admin --email anna@plant.test --json > /dev/null',
      'code=$(plinth users code anna --json | field code); key=$(session anna "battery staple 7")',
      backUp,
      'redeem anna "$code" "battery staple 8"; plinth users delete anna > /dev/null; names',
      'stop',
      // a table of a newer version, which the restore removes
      'psql --quiet "$PLINTH_DATABASE_URL" --command "CREATE TABLE newer (name text REFERENCES plinth_roles (name))"',
      restore,
      'start; names; login anna "battery staple 7"; plinth audit verify > /dev/null',
      // The restore has ended both the code and the session
      'redeem anna "$code" "battery staple 9"; status "$api/users/sudo" -H "X-API-KEY: $key"',
      'ls "$BACKUP"; stop',
      'psql --quiet "$POSTGRES_ADMIN_URL" --command "DROP DATABASE plinth_previous"',
      dropDatabase,
    )

    expect(printed.filter((line) => !OF_BACKUP.test(line) && !/^(ALTER|CREATE|DROP|REVOKE)/.test(line))).to.deep.equal([
      '{"ready":true}',
      '200',
      '200',
      'sudo',
      'sudo anna',
      '200',
      '403',
      '401',
      'plinth.dump',
      'plinth.key',
    ])
  })

  it('restores a backup of systemd on PostgreSQL', async () => {
    const [, makeDatabase, install] = blocksOf('Install')
    const [, , , , restore = ''] = blocksOf('Back up and restore')
    mkdirSync(join(work, 'data-backups'))
    mkdirSync(join(work, 'etc'))
    /** In place of the users of the machine and its service manager, which a test cannot have. */
    const replacements = `
runuser() { local user=$2; shift 3; if [ $user = postgres ]; then shift; psql "$POSTGRES_ADMIN_URL" "$@"; else "$@"; fi; }
systemctl() { :; }`

    const printed = await follow(
      replacements,
      makeDatabase,
      install,
      'echo "PLINTH_DATABASE_URL=$PLINTH_DATABASE_URL" > "$WORK/etc/plinth.env"',
      'echo "battery staple 7" | plinth users add anna --role admin --email anna@plant.test --json > /dev/null',
      'key=$(session anna "battery staple 7"); plinth backup /var/lib/plinth-backups/plinth-night.dump > /dev/null',
      'plinth users delete anna > /dev/null; names; stop',
      restore.replaceAll('<time>', 'night').replaceAll('/etc/plinth/', '$WORK/etc/'),
      'start; names; status "$api/users/sudo" -H "X-API-KEY: $key"; stop',
      'psql --quiet "$POSTGRES_ADMIN_URL" --command "DROP DATABASE plinth_previous"',
      dropDatabase,
    )

    expect(printed.filter((line) => !/^(ALTER|CREATE|DROP|REVOKE)/.test(line))).to.deep.equal([
      'sudo',
      'sudo anna',
      '401',
    ])
  })

  it('changes the signing key, and retires a leaked one', async () => {
    const [install] = blocksOf('Install')
    const [change, retire, , leaked] = blocksOf('Changing the signing key')
    const makeToken = "token=$(plinth tpt create operator --json | node -pe 'JSON.parse(fs.readFileSync(0)).token')"
    const useToken = 'curl -sS -o /dev/null -w \'%{http_code}\\n\' "$api/users/sudo" -H "X-API-KEY: $token"'

    const printed = await follow(
      install,
      makeToken,
      'stop',
      change,
      `plinth audit verify; ${useToken}; stop`,
      retire,
      `plinth audit verify; ${useToken}; ${makeToken}; ${useToken}; stop`,
      leaked,
      `plinth audit verify; ${useToken}; plinth doctor; stop`,
    )

    const verified = /^\d+ events verified, unchanged/
    expect(printed.filter((line) => /^\d{3}$/.test(line))).to.deep.equal(['200', '401', '200', '401'])
    expect(printed.filter((line) => verified.test(line))).to.have.length(3)
    expect(printed.filter((line) => /^(warn|fail)/.test(line))).to.deep.equal([])
  })

  it('retires a leaked key on PostgreSQL', async () => {
    const [, makeDatabase, install] = blocksOf('Install')
    const [, , , , leaked] = blocksOf('Changing the signing key')
    const makeToken = "token=$(plinth tpt create operator --json | node -pe 'JSON.parse(fs.readFileSync(0)).token')"
    const useToken = 'status "$api/users/sudo" -H "X-API-KEY: $token"'

    const printed = await follow(
      makeDatabase,
      install,
      `${makeToken}; ${useToken}; stop`,
      leaked,
      `ready; plinth audit verify; ${useToken}; ${makeToken}; ${useToken}; plinth doctor; stop`,
      dropDatabase,
    )

    expect(printed.filter((line) => /^\d{3}$/.test(line))).to.deep.equal(['200', '401', '200'])
    expect(printed).to.include('{"ready":true}')
    expect(printed.join('\n')).to.match(/^\d+ events verified, unchanged/m)
    expect(printed.filter((line) => /^(warn|fail)/.test(line))).to.deep.equal([])
  })

  it('creates a new signing key in place of a lost one', async () => {
    const [install] = blocksOf('Install')
    const [, , lost] = blocksOf('Changing the signing key')

    const printed = await follow(
      install,
      'stop; rm "$WORK/data/secret.key"',
      'plinth users list 2> "$WORK/refused.log" || echo "ended with $?"',
      `{ ${lost} } 2> "$WORK/adopted.log"`,
      'start; ready; stop',
    )

    expect(printed).to.include.members(['ended with 3', '{"ready":true}'])
    expect(printed.join('\n')).to.match(/^The current key \(\w+\) signs third-party tokens from now on\./m)
  })

  it('copies everything from SQLite to PostgreSQL', async () => {
    const [onSqlite, makeDatabase] = blocksOf('Install')
    const [copy, startThere, forget] = blocksOf('From SQLite to PostgreSQL')

    const printed = await follow(
      onSqlite,
      'echo "battery staple 7" | plinth users add anna --role admin --email anna@plant.test --json > /dev/null',
      'stop',
      makeDatabase,
      copy,
      startThere,
      'ready; names; login anna "battery staple 7"; plinth audit verify',
      'stop',
      dropDatabase,
      'unset PLINTH_DATABASE_URL_FILE PLINTH_SECRET_KEY_FILE',
      'plinth users list 2> "$WORK/refused.log" || echo "ended with $?"',
      forget,
      'start; names; stop',
    )

    expect(printed).to.include.members(['{"ready":true}', 'sudo anna', '200', 'ended with 3'])
    expect(printed.at(-1)).to.equal('sudo anna')
    expect(printed.join('\n'))
      .to.match(/rows were copied and verified/)
      .and.match(/events verified, unchanged/)
  })

  it('moves from SQLite to PostgreSQL by export and import', async () => {
    const [onSqlite, makeDatabase, onPostgres = ''] = blocksOf('Install')
    const [, , , exportBlock, importBlock] = blocksOf('From SQLite to PostgreSQL')
    const settings = onPostgres.replace('plinth serve\n', '')

    const printed = await follow(
      onSqlite,
      'echo "battery staple 7" | plinth users add anna --role admin --email anna@plant.test --json > /dev/null',
      exportBlock,
      'stop',
      makeDatabase,
      settings,
      `{ ${importBlock} } 2> "$WORK/import.log"`,
      'start; names; login anna "battery staple 7"; login sudo "$(password_in import)"',
      'stop',
      dropDatabase,
    )

    expect(printed).to.include.members(['sudo anna', '403', '200'])
    expect(printed.indexOf('403')).to.be.below(printed.indexOf('200'))
  })
})

const dropDatabase = 'psql --quiet "$POSTGRES_ADMIN_URL" --command "DROP DATABASE plinth" --command "DROP ROLE plinth"'

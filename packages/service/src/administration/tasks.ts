import { rmSync, statSync } from 'node:fs'
import type { Checkpoint } from '@plinth/audit'
import type { IssuedCode } from '@plinth/codes'
import {
  applyReportOnTheWire,
  type ComparedStates,
  changeOnTheWire,
  comparisonShape,
  mergeOptionsOf,
  mergeShape,
  newSnapshotShape,
  planOnTheWire,
  snapshotOnTheWire,
} from '@plinth/config-transfer'
import { ANONYMOUS, COMMAND, httpErrors, type Knex, PlinthError } from '@plinth/kernel'
import { compileCheck, databaseUrlOf } from '@plinth/kernel/composition'
import type { User } from '@plinth/kernel/contracts'
import { canonicalName, isoTime, within } from '@plinth/kernel/tools'
import { changesProblem, debugShape, namesFromWire, settingsFromWire, settingsToWire } from '@plinth/logging-settings'
import { endFromWire, newUserShape, signUpShape, userChangesShape } from '@plinth/users'
import type { InferType } from 'yup'
import { secretLocation } from '../environment/secret-location.js'
import { readKeyFile } from '../key-file.js'
import type { StandardServices } from '../standard-plugins.js'
import { dumpPostgres } from './dump-postgres.js'

/**
 * A task of the `plinth` command, performed by the services of a running kernel. Input and output are JSON values. The
 * signal cancels a task that may take long.
 */
type Task<Input, Output> = (services: StandardServices, input: Input, signal: AbortSignal) => Promise<Output>

/** Number of changes of a plan that a task returns. */
const CHANGES_PER_PAGE = 500

/** What the command accepts instead of the time at which an account ends. */
const NO_END = 'never'

/** Timeout in ms for the write check of `plinth doctor`. */
const WRITE_CHECK_TIMEOUT_MS = 1_000

/** Infers the types of a task, and makes its signal optional. */
const task =
  <Input, Output>(perform: Task<Input, Output>) =>
  (services: StandardServices, input: Input, signal: AbortSignal = new AbortController().signal) =>
    perform(services, input, signal)

const summaryOf = ({ username, role, email, name, lastname, isDisabled, validUntil }: User) => ({
  username,
  role: role.name,
  level: role.level,
  email,
  name,
  lastname,
  disabled: isDisabled,
  valid_until: validUntil === null ? null : isoTime(validUntil),
})

const codeOnTheWire = ({ username, code, purpose, expiresAt }: IssuedCode) => ({
  username,
  code,
  purpose,
  expires_at: isoTime(expiresAt),
})

const checkSignUp = compileCheck(signUpShape, httpErrors.INVALID_BODY)
const checkValidity = compileCheck(userChangesShape.pick(['valid_until']), httpErrors.INVALID_BODY)
const checkNewUser = compileCheck(newUserShape, httpErrors.INVALID_BODY)
const checkNewSnapshot = compileCheck(newSnapshotShape, httpErrors.INVALID_BODY)
const checkComparison = compileCheck(comparisonShape, httpErrors.INVALID_BODY)
const checkMerge = compileCheck(mergeShape, httpErrors.INVALID_BODY)
const checkSettlements = compileCheck(mergeShape.pick(['settle']), httpErrors.INVALID_BODY)
const checkDebug = compileCheck(debugShape, httpErrors.INVALID_BODY)

/**
 * The database tasks of the `plinth` command, by name. They do not check roles: anyone who can run the command on this
 * machine may do everything.
 */
export const tasks = {
  'users list': task(async ({ userAdministration, accountLocks }, _: Record<string, never>) => {
    const [users, locks] = await Promise.all([userAdministration.listWithLoginProblems(), accountLocks.activeLocks()])
    return users.map((user) => {
      const problems = [user.loginProblem, lockInWords(locks.get(canonicalName(user.username)))]
      return { ...summaryOf(user), login: problems.filter(Boolean).join(', ') || 'yes' }
    })
  }),
  'users add': task(async ({ userService }, user: InferType<typeof signUpShape>) => {
    const { role_name: roleName, valid_until: end, ...rest } = checkSignUp(user)
    return summaryOf(await userService.signUp(COMMAND, { ...rest, roleName, validUntil: endFromWire(end) }))
  }),
  'users set-password': task(
    async ({ internalPasswords }, { username, password }: { username: string; password: string }) => {
      // Unlike resetPassword, this applies the password rules
      const [message, status] = await internalPasswords.changePassword(username, password)
      return { message, status }
    },
  ),
  'users set-role': task(async ({ userAdministration }, { username, role }: { username: string; role: string }) =>
    summaryOf(await userAdministration.change(COMMAND, username, { roleName: role })),
  ),
  'users set-valid-until': task(
    async ({ userAdministration }, { username, time }: { username: string; time: string }) => {
      const { valid_until: end } = checkValidity({ valid_until: time === NO_END ? null : time })
      return summaryOf(await userAdministration.change(COMMAND, username, { validUntil: endFromWire(end) }))
    },
  ),
  'users disable': task(async ({ userAdministration }, { username }: ByUsername) =>
    summaryOf(await userAdministration.change(COMMAND, username, { isDisabled: true })),
  ),
  'users enable': task(async ({ userAdministration }, { username }: ByUsername) =>
    summaryOf(await userAdministration.change(COMMAND, username, { isDisabled: false })),
  ),
  'users invite': task(async ({ userService, codeService }, user: InferType<typeof newUserShape>) => {
    const { role_name: roleName, valid_until: end, ...rest } = checkNewUser(user)
    const wanted = { ...rest, roleName, validUntil: endFromWire(end) }
    const issue = (added: User, transaction: Knex.Transaction) =>
      codeService.issueToNewUser(transaction, COMMAND, added)
    return codeOnTheWire(await userService.addWith(COMMAND, wanted, issue))
  }),
  'users code': task(async ({ codeService }, { username }: ByUsername) =>
    codeOnTheWire(await codeService.issue(COMMAND, username)),
  ),
  'users codes': task(async ({ codeService }, _: Record<string, never>) => {
    const codes = await codeService.list(COMMAND)
    return codes.map(({ username, purpose, issuedBy, createdAt, expiresAt }) => ({
      username,
      purpose,
      issued_by: issuedBy,
      created_at: isoTime(createdAt),
      expires_at: isoTime(expiresAt),
    }))
  }),
  'users withdraw-code': task(async ({ codeService }, { username }: ByUsername) => {
    await codeService.withdraw(COMMAND, username)
    return { username, withdrawn: true }
  }),
  'users remove-second-factor': task(async ({ factorAdministration }, { username }: ByUsername) => {
    await factorAdministration.remove(COMMAND, username)
    return { username, removed: true }
  }),
  'users unlock': task(async ({ userAccess }, { username }: ByUsername) => {
    await userAccess.unlock(COMMAND, username)
    return { username, unlocked: true }
  }),
  'users delete': task(async ({ userAdministration }, { username }: ByUsername) => {
    await userAdministration.delete(COMMAND, username)
    return { username, deleted: true }
  }),
  'roles list': task(async ({ roleDirectory, userService }, _: Record<string, never>) => {
    const [roles, open] = await Promise.all([roleDirectory.list(), userService.rolesFor(ANONYMOUS)])
    const names = new Set(open.map(({ name }) => name))
    return roles.map(({ name, level }) => ({ name, level, signup_without_key: names.has(name) }))
  }),
  'roles add': task(({ roleAdministration }, role: { name: string; level: number }) =>
    roleAdministration.add(COMMAND, role),
  ),
  'roles set-level': task(({ roleAdministration }, { name, level }: { name: string; level: number }) =>
    roleAdministration.setLevel(COMMAND, name, level),
  ),
  'roles delete': task(async ({ roleAdministration }, { name }: { name: string }) => {
    await roleAdministration.delete(COMMAND, name)
    return { name, deleted: true }
  }),
  'sessions list': task(async ({ sessionAdministration }, { username }: ByUsername) => {
    const sessions = await sessionAdministration.list(COMMAND, username)
    return sessions.map(({ id, createdAt, lastUsedAt }) => ({
      id: String(id),
      created_at: isoTime(createdAt),
      last_used_at: isoTime(lastUsedAt),
    }))
  }),
  'sessions end': task(async ({ sessionAdministration }, { username, id }: ByUsername & { id?: string }) => {
    if (id === undefined) return { username, ended: await sessionAdministration.endAll(COMMAND, username) }
    await sessionAdministration.endOne(COMMAND, username, id)
    return { username, ended: 1 }
  }),
  'tpt create': task(async ({ tptService }, { role, days, ...label }: NewToken) => {
    const { token, jti, createdAt, expiresAt, ...issued } = await tptService.issue(COMMAND, role, days, label)
    const times = { created_on: isoTime(createdAt), expires_at: isoTimeOrNull(expiresAt) }
    return { token, id: jti, role: issued.role, ...times, name: issued.name }
  }),
  'tpt list': task(async ({ tptService }, _: Record<string, never>) => {
    const tokens = await tptService.list()
    return tokens.map(({ jti, roleName, createdAt, createdBy, expiresAt, revokedAt, lastUsedAt, name, note }) => ({
      id: jti,
      name,
      role: roleName,
      created_on: isoTime(createdAt),
      created_by: createdBy,
      expires_at: isoTimeOrNull(expiresAt),
      last_used_at: isoTimeOrNull(lastUsedAt),
      revoked_at: isoTimeOrNull(revokedAt),
      note,
    }))
  }),
  'tpt revoke': task(async ({ tptService }, { id }: { id: string }) => {
    await tptService.revoke(COMMAND, id)
    return { id, revoked: true }
  }),
  'tpt adopt-key': task(async ({ signingKey }, _: Record<string, never>) => {
    const { previous, current } = await signingKey.adopt()
    return { key_id: current, previous_key_id: previous }
  }),
  'audit verify': task(({ auditTrail }, { checkpoint }: { checkpoint?: Checkpoint }) => auditTrail.verify(checkpoint)),
  'audit adopt-key': task(async ({ auditTrail }, _: Record<string, never>) => {
    await auditTrail.adoptKey()
    return { adopted: true }
  }),
  /** Returns a problem that only the service itself can detect: the file that it has open was replaced at its path. */
  doctor: task(async ({ database }, _: Record<string, never>) => {
    // A write check that times out is only waiting for a lock, which is not a problem
    const problem = await within(WRITE_CHECK_TIMEOUT_MS, database.writeProblem())
    return { problem: problem ?? null }
  }),
  backup: task(async ({ database, securityEvents, kernelSettings, signingKey }, { file }: { file: string }) => {
    if (database.dialect.name === 'postgres') await dumpPostgres(databaseUrlOf(kernelSettings), file)
    else await database.backUp(file)
    const event = { event: 'backup', origin: COMMAND }
    await database
      .write((transaction) => securityEvents.record(transaction, event))
      .catch((error) => {
        rmSync(file, { force: true }) // a backup must not exist without its event
        throw error
      })
    return { file, bytes: statSync(file).size, ...keyLocations(kernelSettings.dataDir, signingKey) }
  }),
  'settings show': task(async ({ loggingSettingsService }, _: Record<string, never>) => {
    const { debugUntil } = loggingSettingsService.effective
    const debug = debugUntil !== undefined && { debug_until: isoTime(debugUntil) }
    return { ...settingsToWire(loggingSettingsService.current), ...debug }
  }),
  'settings set': task(async ({ loggingSettingsService }, changes: SettingsChanges) => {
    const problem = changesProblem({ ...changes })
    if (problem !== undefined) throw new PlinthError('SETTINGS_REFUSED', 400, problem)
    await loggingSettingsService.update(COMMAND, settingsFromWire(changes))
    return settingsToWire(loggingSettingsService.current)
  }),
  'settings unset': task(async ({ loggingSettingsService }, { names }: { names: readonly SettingName[] }) => {
    await loggingSettingsService.unset(COMMAND, namesFromWire(names))
    return settingsToWire(loggingSettingsService.current)
  }),
  'settings debug': task(async ({ loggingSettingsService }, { minutes }: { minutes?: number }) => {
    if (minutes === undefined) await loggingSettingsService.stopDebug(COMMAND)
    else await loggingSettingsService.startDebug(COMMAND, checkDebug({ minutes }).minutes)
    const { debugUntil } = loggingSettingsService.effective
    return { log_level: loggingSettingsService.current.level, until: isoTimeOrNull(debugUntil ?? null) }
  }),
  /** Returns the next changes of a plan; none after the last one. */
  'config changes': task(async ({ planService }, { plan, after }: { plan: string; after: number }) =>
    (await planService.changes(plan, { after, limit: CHANGES_PER_PAGE })).map(changeOnTheWire),
  ),
  'config apply': task(async ({ planService }, { plan }: { plan: string }, signal) =>
    applyReportOnTheWire(await planService.apply(COMMAND, plan, signal)),
  ),
  'config delete-plan': task(async ({ planService }, { plan }: { plan: string }) => {
    await planService.delete(COMMAND, plan)
    return { plan, deleted: true }
  }),
  'config plan-snapshot': task(async ({ planService }, { snapshot }: { snapshot: string }, signal) =>
    planOnTheWire(await planService.planSnapshot(COMMAND, snapshot, signal)),
  ),
  'config compare': task(async ({ comparisonService }, input: ComparedStates, signal) =>
    planOnTheWire(await comparisonService.compare(COMMAND, checkComparison(input), signal)),
  ),
  'config merge': task(async ({ mergeService }, input: MergeInput, signal) =>
    planOnTheWire(await mergeService.merge(COMMAND, { ...mergeOptionsOf(checkMerge(input)), signal })),
  ),
  'config check-settlements': task(async ({ mergeService }, input: Pick<MergeInput, 'settle'>) => {
    mergeService.checkTables(checkSettlements(input).settle ?? [])
    return { checked: true }
  }),
  'config delete-file': task(async ({ fileService }, { file }: { file: string }) => {
    await fileService.delete(COMMAND, file)
    return { file, deleted: true }
  }),
  'config snapshots': task(async ({ snapshotService }, _: Record<string, never>) =>
    (await snapshotService.list()).map(snapshotOnTheWire),
  ),
  'config snapshot': task(async ({ snapshotService }, input: { note?: string }) =>
    snapshotOnTheWire(await snapshotService.take(COMMAND, checkNewSnapshot(input).note)),
  ),
}

/**
 * Returns the location of the signing key, which a backup does not contain, and of a key file that is not in use. The
 * former is null if the key file was removed after the start.
 */
function keyLocations(dataDir: string, signingKey: StandardServices['signingKey']) {
  const stored = readKeyFile(dataDir)
  if (stored && signingKey.isCurrent(stored.key)) return { signing_key: stored.file, unused_key_file: null }
  return { signing_key: secretLocation('secretKey'), unused_key_file: stored?.file ?? null }
}

interface ByUsername {
  readonly username: string
}

interface NewToken {
  readonly role: string
  readonly days?: number
  readonly name?: string
  readonly note?: string
}

type MergeInput = InferType<typeof mergeShape>
type SettingName = Parameters<typeof namesFromWire>[0][number]
type SettingsChanges = Parameters<typeof settingsFromWire>[0]

/** The name of a task. */
export type TaskName = keyof typeof tasks

/** The input of a task. */
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[1]

/** The output of a task. */
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>

const lockInWords = (until: number | undefined) => (until === undefined ? undefined : `locked until ${isoTime(until)}`)

const isoTimeOrNull = (at: number | null) => (at === null ? null : isoTime(at))

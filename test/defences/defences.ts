import type { NamedTest } from './run-test.js'
import type { Replacement } from './tree-copy.js'

/** A piece of code that protects against an attack, a leak or a loss. */
export interface Defence extends Replacement {
  readonly name: string
  /** The tests that must fail without it. */
  readonly test: NamedTest
}

const AUDIT = 'plugins/audit/src'
const AUTH = 'plugins/auth/src'
const USERS = 'plugins/users/src'
const PASSWORDS = 'plugins/passwords/src'
const TPT = 'plugins/tpt/src'
const CODES = 'plugins/codes/src'
const FACTOR = 'plugins/second-factor/src'
const TRANSFER = 'plugins/config-transfer/src'
const HTTP = 'packages/kernel/src/http'
const LOGGING = 'packages/kernel/src/logging'
const SECURITY = 'packages/kernel/src/security'
const STORAGE = 'packages/kernel/src/storage'

/** Defences by threat. Each is one text in a source file, which can be replaced without affecting anything else. */
export const DEFENCES: readonly Defence[] = [
  // Browser sessions
  {
    name: 'refusal of a session cookie from pages of other origins',
    file: `${HTTP}/same-origin.ts`,
    text: 'return origin === undefined || origin === own',
    instead: 'return true',
    test: {
      file: 'test/http/session-cookie.test.ts',
      title: 'a browser session on SQLite identifies the caller not with the origin other port',
    },
  },
  {
    name: 'header without which a session cookie is ignored',
    file: `${HTTP}/request-key.ts`,
    text: 'const key = cookie + pageKey',
    instead: 'const key = cookie',
    test: {
      file: 'test/http/session-cookie.test.ts',
      title: 'a browser session on SQLite identifies the caller like a key',
    },
  },
  {
    name: 'refusal of a session cookie over plain HTTP',
    file: `${HTTP}/same-origin.ts`,
    text: 'if (!own || !isPrivate) throw httpErrors.COOKIE_NEEDS_HTTPS()',
    instead: 'if (!own) throw httpErrors.COOKIE_NEEDS_HTTPS()',
    test: {
      file: 'test/http/session-cookie.test.ts',
      title:
        'a browser session on SQLite identifies the caller not by plain HTTP to a name that is not of this machine',
    },
  },
  {
    name: 'check of the origin before a login that sets a session cookie',
    file: `${AUTH}/routes/login.ts`,
    text: 'if (isByCookie) request.expectCookieAllowed()',
    instead: '',
    test: {
      file: 'test/http/session-cookie.test.ts',
      title: 'a browser session on SQLite begins with a login that is refused before the password is checked if it',
    },
  },

  // Password guessing
  {
    name: 'account lockout',
    file: `${AUTH}/login/account-lockout.ts`,
    text: 'if (seconds > 0) await this.#failures.lock(',
    instead: 'if (seconds > Infinity) await this.#failures.lock(',
    test: {
      file: 'plugins/auth/test/login-limits.test.ts',
      title: 'an account whose password is being guessed on SQLite gives the same response',
    },
  },
  {
    name: 'second check of the lockout after the password check, against concurrent attempts',
    file: `${AUTH}/login/account-lockout.ts`,
    text: 'if (this.#isLockActive(await this.#failures.lockExistingRow(transaction, account))) return false',
    instead: '',
    test: { file: 'plugins/auth/test/login-limits.test.ts', title: 'many passwords at once on SQLite do not log in' },
  },
  {
    name: 'expiry of the random password of imported users',
    file: `${USERS}/password-hash-store.ts`,
    text: 'AND (password_expires_at IS NULL OR password_expires_at > ?)',
    instead: 'AND CAST(? AS BIGINT) > 0',
    test: {
      file: 'plugins/users/test/imported-passwords.test.ts',
      title: 'the password of imported users on SQLite expires after seven days',
    },
  },
  {
    name: 'omission of the password of imported users from the report unless users were actually imported',
    file: `${TRANSFER}/import/import-run.ts`,
    text: "result === 'written' ? withPasswords(report, passwords) : report",
    instead: 'withPasswords(report, passwords)',
    test: {
      file: 'plugins/users/test/imported-passwords.test.ts',
      title: 'the password of imported users on SQLite is returned only when a user was actually imported',
    },
  },
  {
    name: 'protection of the last sudo, not counting one who must change an initial password',
    file: `${USERS}/user-store.ts`,
    text: ".where('u.must_change_password', false)",
    instead: '',
    test: {
      file: 'plugins/users/test/imported-passwords.test.ts',
      title: 'the password of imported users on SQLite does not allow the last sudo user who can log in to be deleted',
    },
  },
  {
    name: 'protection of the last sudo, not counting one whose account ends',
    file: `${USERS}/user-store.ts`,
    text: ".whereNull('u.valid_until')",
    instead: '',
    test: {
      file: 'plugins/users/test/accounts-that-end.test.ts',
      title: 'an account that ends on SQLite is never that of the last sudo user who can log in',
    },
  },
  {
    name: 'end of the sessions of an account that has ended',
    file: `${AUTH}/sessions/session-service.ts`,
    text: 'if (endsAt !== null && endsAt <= now) return true',
    instead: '',
    test: {
      file: 'plugins/users/test/accounts-that-end.test.ts',
      title: 'an account that ends on SQLite ends by itself, with its sessions and the login',
    },
  },
  {
    name: 'refusal of the password of an account that has ended',
    file: `${USERS}/password-hash-store.ts`,
    text: 'disabled_at IS NULL AND (valid_until IS NULL OR valid_until > ?)\n    AND',
    instead: 'disabled_at IS NULL AND (valid_until IS NULL OR valid_until > 0 * ?)\n    AND',
    test: {
      file: 'plugins/users/test/accounts-that-end.test.ts',
      title: 'an account that ends on SQLite is refused at login as for a wrong password',
    },
  },
  {
    name: 'end of the sessions of an account that is extended',
    file: `${USERS}/user-administration.ts`,
    text: '(hasEnded(user, now) || hasEnded({ validUntil }, now))',
    instead: 'hasEnded({ validUntil }, now)',
    test: {
      file: 'plugins/users/test/accounts-that-end.test.ts',
      title: 'an account that ends on SQLite stays ended for its former sessions when it is extended',
    },
  },
  {
    name: 'end of a code when the account of its user or of its issuer has ended',
    file: `${CODES}/code-store.ts`,
    text: 'row.accounts_end === null ? Infinity : Number(row.accounts_end)',
    instead: 'Infinity',
    test: {
      file: 'plugins/users/test/accounts-that-end.test.ts',
      title: 'an account that ends on SQLite ends the codes that its user has issued',
    },
  },
  {
    name: 'rate limit of an address',
    file: `${USERS}/stored-rate-limiter.ts`,
    text: 'this.#limit = settings.rateLimit',
    instead: 'this.#limit = Number.POSITIVE_INFINITY',
    test: {
      file: 'plugins/auth/test/login-limits.test.ts',
      title: 'an address that attempts too many logins on SQLite gets Retry-After',
    },
  },
  {
    name: 'rate limit of callers with a key who are not admins',
    file: `${USERS}/stored-rate-limiter.ts`,
    text: '...counterNameOf(principal)',
    instead: '',
    test: {
      file: 'plugins/auth/test/login-limits.test.ts',
      title: 'a user or token less privileged than an admin on SQLite cannot exceed its own signup limit',
    },
  },
  {
    name: 'rate limit of changes to the own account, against a flood of events',
    file: `${USERS}/user-administration.ts`,
    text: 'await this.#rateLimiter.countAttemptBy(origin)',
    instead: '',
    test: {
      file: 'plugins/auth/test/login-limits.test.ts',
      title: 'a user or token less privileged than an admin on SQLite may change its own name',
    },
  },
  {
    name: 'limit on the requests of a user or token',
    file: `${HTTP}/guard.ts`,
    text: 'callerRateLimit?.count(request, principal, now())',
    instead: '',
    test: {
      file: 'test/http/caller-rate-limit.test.ts',
      title: 'the rate of requests with a key on SQLite is limited per minute',
    },
  },
  {
    name: 'rate limit by IPv6 network instead of by address',
    file: 'packages/kernel/src/tools/network-of.ts',
    text: 'if (!isIPv6(address)) return address',
    instead: 'return address',
    test: {
      file: 'plugins/auth/test/login-limits.test.ts',
      title: 'an address that attempts too many logins on SQLite shares its limit with its /64 network',
    },
  },
  {
    name: 'disregard of X-Forwarded-For from proxies that are not trusted',
    file: `${HTTP}/edge/client-address.ts`,
    text: 'if (trustedProxies.length === 0) return socketAddress',
    instead: "if (trustedProxies.length === 0) return (request) => String(request.headers['x-forwarded-for'])",
    test: { file: 'plugins/auth/test/login-limits.test.ts', title: 'a client that forges X-Forwarded-For on SQLite' },
  },
  {
    name: 'bounded queue before bcrypt',
    file: `${USERS}/password-hasher.ts`,
    text: 'if (this.#limit.activeCount + this.#limit.pendingCount >= this.#maxTasks[task]) {',
    instead: 'if (this.#rejected < 0) {',
    test: {
      file: 'plugins/auth/test/login.test.ts',
      title: 'more concurrent logins than the bcrypt queue holds on SQLite get Retry-After, and',
    },
  },
  {
    name: 'constant work for unknown names, against user enumeration',
    file: `${USERS}/password-hasher.ts`,
    text: 'const isComparable = isHashable(password) && hash != null && isLong(password) === isHashOfLong(hash)',
    instead:
      'const isComparable = isHashable(password) && hash != null && isLong(password) === isHashOfLong(hash)\n    if (!isComparable) return false',
    test: {
      file: 'plugins/auth/test/login.test.ts',
      title: 'more concurrent logins than the bcrypt queue holds on SQLite get Retry-After for an unknown name',
    },
  },
  {
    name: 'digest of passwords longer than the 72 bytes that bcrypt reads',
    file: `${USERS}/password-hasher.ts`,
    text: "return isLong(password) ? createHmac('sha384', DIGEST_LABEL).update(password).digest('base64') : password",
    instead: 'return password',
    test: {
      file: 'plugins/auth/test/login.test.ts',
      title: 'login on SQLite compares all bytes of a password that is longer than bcrypt reads',
    },
  },
  {
    name: 'refusal of the digest of a long password as a password',
    file: `${USERS}/password-hasher.ts`,
    text: ' && isLong(password) === isHashOfLong(hash)',
    instead: '',
    test: {
      file: 'plugins/auth/test/login.test.ts',
      title: 'login on SQLite compares all bytes of a password that is longer than bcrypt reads',
    },
  },
  {
    name: 'refusal of common passwords',
    file: `${PASSWORDS}/not-common.ts`,
    text: 'return includesPassword(COMMON_PASSWORDS, canonicalName(password)) ?',
    instead: 'return includesPassword("", canonicalName(password)) ?',
    test: {
      file: 'plugins/passwords/test/password-rules.test.ts',
      title: 'a new password on SQLite set by a signup is refused when it is',
    },
  },

  // Fresh logins and second factors
  {
    name: 'refusal of a login that is not fresh',
    file: `${HTTP}/guard.ts`,
    text: 'needsFreshLogin(access) && !isFreshLogin(principal, now())',
    instead: 'false',
    test: {
      file: 'plugins/auth/test/fresh-login.test.ts',
      title: 'an operation that needs a fresh login on SQLite is allowed for five minutes after the login',
    },
  },
  {
    name: 'refusal of a login that is fresh by a copy of the former key',
    file: `${AUTH}/sessions/session-service.ts`,
    text: 'isFormer || isFuture ? 0',
    instead: 'isFuture ? 0',
    test: {
      file: 'plugins/auth/test/fresh-login.test.ts',
      title: 'an operation that needs a fresh login on SQLite is not allowed to a copy of the key',
    },
  },
  {
    name: 'end of a former key',
    file: `${AUTH}/sessions/session-service.ts`,
    text: 'if (this.#isFormerKeyExpired(session)) throw httpErrors.TOKEN_INVALID()',
    instead: '',
    test: {
      file: 'plugins/auth/test/fresh-login.test.ts',
      title: 'an operation that needs a fresh login on SQLite is not allowed to a copy of the key',
    },
  },
  {
    name: 'refusal of a login that is fresh by a wrong clock',
    file: `${AUTH}/sessions/session-service.ts`,
    text: 'isFormer || isFuture ? 0',
    instead: 'isFormer ? 0',
    test: {
      file: 'plugins/auth/test/fresh-login.test.ts',
      title: 'an operation that needs a fresh login on SQLite is refused while the login is dated in the future',
    },
  },
  {
    name: 'second factor before the session',
    file: `${AUTH}/login/login-service.ts`,
    text: 'if (needed) {',
    instead: 'if (!user) {',
    test: {
      file: 'plugins/second-factor/test/second-factor.test.ts',
      title: 'a second factor on SQLite at a login is required after the right password',
    },
  },
  {
    name: 'single use of a code of an authenticator app',
    file: `${FACTOR}/second-factor-store.ts`,
    text: 'WHERE user_identifier = ? AND last_step < ? RETURNING',
    instead: 'WHERE user_identifier = ? AND last_step <= ? RETURNING',
    test: {
      file: 'plugins/second-factor/test/second-factor.test.ts',
      title: 'a second factor on SQLite at a login is accepted once',
    },
  },
  {
    name: 'lock after wrong codes of a second factor',
    file: `${AUTH}/login/second-factor-check.ts`,
    text: 'needed !== undefined && steps.includes(needed.step) && !isLocked',
    instead: 'needed !== undefined && steps.includes(needed.step)',
    test: {
      file: 'plugins/second-factor/test/second-factor.test.ts',
      title: 'a second factor on SQLite at a login is locked for a minute after wrong codes',
    },
  },
  {
    name: 'end of a pending login when the password is replaced',
    file: `${AUTH}/login/stored-pending-logins.ts`,
    text: 'passwordVersion === login.passwordVersion ? user : undefined',
    instead: 'user',
    test: {
      file: 'plugins/second-factor/test/second-factor.test.ts',
      title: 'a second factor on SQLite at a login needs a login key that ends with a new password',
    },
  },
  {
    name: 'single use of a recovery code',
    file: `${FACTOR}/recovery-codes.ts`,
    text: "const SPEND = 'DELETE FROM plinth_recovery_codes WHERE user_identifier = ? AND digest = ? RETURNING digest'",
    instead: "const SPEND = 'SELECT digest FROM plinth_recovery_codes WHERE user_identifier = ? AND digest = ?'",
    test: {
      file: 'plugins/second-factor/test/second-factor.test.ts',
      title: 'a second factor on SQLite at a login may be a recovery code, each once',
    },
  },
  {
    name: 'right to remove a second factor',
    file: `${FACTOR}/factor-administration.ts`,
    text: 'if (!mayRemove(caller, user)) throw',
    instead: 'if (!user) throw',
    test: {
      file: 'plugins/second-factor/test/second-factor.test.ts',
      title: 'a second factor on SQLite is removed by an admin who may set the password of its owner',
    },
  },

  // One-time codes
  {
    name: 'lock of an account after wrong codes',
    file: `${CODES}/code-redemption.ts`,
    text: '? await accountLocks.countFailure(transaction, account)',
    instead: '? await accountLocks.matchFailureTiming(transaction, account)',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite that is being guessed locks the codes of its user',
    },
  },
  {
    name: 'binding of a code to the password that it replaces',
    file: `${CODES}/code-digests.ts`,
    text: '[identifier, passwordVersion ?? null, code]',
    instead: '[identifier, code]',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite is refused after another password was set',
    },
  },
  {
    name: 'binding of a code to the right of its issuer',
    file: `${CODES}/code-redemption.ts`,
    text: ' || !mayIssueCode(issuer, target, taken.purpose)',
    instead: '',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite is refused after its user was promoted above its issuer',
    },
  },
  {
    name: 'end of the code of a user who is disabled',
    file: `${CODES}/plugin.ts`,
    text: 'codeStore.deleteOf(transaction, identifier)',
    instead: 'undefined',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite is refused after its user was disabled',
    },
  },
  {
    name: 'expiry of codes',
    file: `${CODES}/code-redemption.ts`,
    text: 'now >= expiresAt || ',
    instead: '',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite is refused when its time has passed',
    },
  },
  {
    name: 'end of all sessions when a code is redeemed',
    file: `${CODES}/code-redemption.ts`,
    text: 'sessionRevoker.endSessions({ identifier }, transaction),',
    instead: '',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite for a forgotten password sets a password, ends all sessions',
    },
  },
  {
    name: 'refusal of codes for oneself',
    file: `${CODES}/may-issue-code.ts`,
    text: 'if (caller.identifier === target.identifier) return false',
    instead: '',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'a one-time code on SQLite can be issued, listed and withdrawn by nobody for themselves',
    },
  },
  {
    name: 'refusal to set the passwords of others if only users may set their own',
    file: `${PASSWORDS}/password-service.ts`,
    text: 'this.#credentials.areSetByOwnerOnly && ',
    instead: 'false && ',
    test: {
      file: 'plugins/codes/test/codes.test.ts',
      title: 'users whose passwords only they set on SQLite get no password from an admin by reset_password',
    },
  },

  // Stolen or leftover keys
  {
    name: 'digest of session keys in the database instead of the keys',
    file: 'packages/kernel/src/tools/key-digest.ts',
    text: "return crypto.hash('sha256', key)",
    instead: 'return key',
    test: {
      file: 'plugins/tpt/test/third-party-tokens.test.ts',
      title: 'third-party tokens on SQLite are stored in neither the database',
    },
  },
  {
    name: 'idle timeout of sessions',
    file: `${AUTH}/sessions/session-service.ts`,
    text: ' || Math.abs(now - lastUsedAt) >= sessionIdle * 1_000',
    instead: '',
    test: {
      file: 'plugins/auth/test/login.test.ts',
      title: 'a session on SQLite ends when it was unused for the idle time',
    },
  },
  {
    name: 'absolute timeout of sessions',
    file: `${AUTH}/sessions/session-service.ts`,
    text: 'Math.abs(now - createdAt) >= sessionMax * 1_000 || ',
    instead: '',
    test: { file: 'plugins/auth/test/login.test.ts', title: 'a session on SQLite ends at its maximum age' },
  },
  {
    name: 'end of other sessions when a password is set',
    file: `${PASSWORDS}/password-service.ts`,
    text: 'this.#sessions.endSessions({ identifier: target.identifier, keepSessionId }, transaction),',
    instead: '',
    test: {
      file: 'plugins/passwords/test/passwords.test.ts',
      title: "passwords on SQLite reset_password ends the caller's other sessions",
    },
  },
  {
    name: 'second check of the session after the new password was hashed',
    file: `${PASSWORDS}/password-service.ts`,
    text: 'this.#callers.currentCaller<Caller>(origin, transaction)',
    instead: 'Promise.resolve(origin.principal)',
    test: {
      file: 'plugins/passwords/test/passwords.test.ts',
      title: 'a password that is set slowly on SQLite is not set by reset_password when an admin has reset it',
    },
  },
  {
    name: 'end of all sessions of a user who is disabled',
    file: `${USERS}/user-administration.ts`,
    text: 'if (isDisabled || this.#isEnding(user, validUntil)) await this.#revokeAccess(user, transaction)',
    instead: '',
    test: {
      file: 'plugins/users/test/user-lifecycle.test.ts',
      title: 'on SQLite a disabled user can log in again once enabled',
    },
  },
  {
    name: 'refusal of a disabled user at the session look-up',
    file: `${AUTH}/sessions/session-store.ts`,
    text: 's.key_digest = ? AND p.disabled_at IS NULL',
    instead: 's.key_digest = ?',
    test: {
      file: 'plugins/users/test/user-lifecycle.test.ts',
      title: 'on SQLite a disabled user is refused with a leftover session',
    },
  },
  {
    name: 'second check of the user after the password check',
    file: `${AUTH}/login/login-service.ts`,
    text: '(await proof.stillHolds(transaction))',
    instead: 'true',
    test: {
      file: 'plugins/users/test/user-lifecycle.test.ts',
      title: 'on SQLite a disabled user gets no session from a login',
    },
  },
  {
    name: 'one signature algorithm for third-party tokens',
    file: `${TPT}/token-signer.ts`,
    text: 'algorithms: [ALGORITHM], ',
    instead: '',
    test: {
      file: 'plugins/tpt/test/third-party-tokens.test.ts',
      title: 'third-party tokens on SQLite are rejected if forged with HS',
    },
  },
  {
    name: 'issuer check of third-party tokens',
    file: `${TPT}/token-signer.ts`,
    text: 'issuer: ISSUER, ',
    instead: '',
    test: {
      file: 'plugins/tpt/test/third-party-tokens.test.ts',
      title: 'third-party tokens on SQLite are rejected if forged with another issuer',
    },
  },
  {
    name: 'revocation check of third-party tokens',
    file: `${TPT}/tpt-service.ts`,
    text: ' || record.revokedAt !== null',
    instead: '',
    test: {
      file: 'plugins/tpt/test/third-party-tokens.test.ts',
      title: 'third-party tokens on SQLite are revoked at once, without',
    },
  },
  {
    name: 'forced change of an imported password',
    file: `${HTTP}/guard.ts`,
    text: '!isExempt(exemptFrom, error) && appliesTo(principal)',
    instead: 'false',
    test: {
      file: 'plugins/users/test/must-change-password.test.ts',
      title: 'on SQLite can only set another',
    },
  },

  {
    name: 'lookup of a hash for unknown names',
    file: `${USERS}/stored-credentials.ts`,
    text: 'await this.#hashes.find(identifier ?? NO_USER_IDENTIFIER)',
    instead: 'identifier === undefined ? undefined : await this.#hashes.find(identifier)',
    test: {
      file: 'plugins/auth/test/login-statements.test.ts',
      title: 'a login on SQLite that is refused executes the same statements',
    },
  },

  {
    name: 'refusal of a signing key that other users can read',
    file: 'packages/service/src/key-file.ts',
    text: 'if (mode & OTHERS) {',
    instead: 'if (mode < 0) {',
    test: {
      file: 'packages/service/test/refused-starts.test.ts',
      title: 'a start that is refused on SQLite is predicted by doctor if others can open the key file',
    },
  },

  // Privilege escalation
  {
    name: 'level check of routes',
    file: `${HTTP}/guard.ts`,
    text: '!isAllowed || ',
    instead: '',
    test: {
      file: 'plugins/logging-settings/test/logging-settings.test.ts',
      title: 'logging settings on SQLite over REST require a role of level 1 or below at GET',
    },
  },
  {
    name: 'refusal of third-party tokens where a user is required',
    file: `${HTTP}/guard.ts`,
    text: "isForAllUsers(access) && principal.kind !== 'user'",
    instead: 'false',
    test: { file: 'plugins/auth/test/login.test.ts', title: 'logout on SQLite refuses a third-party token' },
  },
  {
    name: 'role rule at signup',
    file: `${USERS}/user-service.ts`,
    text: 'if (!mayAssignRole(caller, role, this.#openLevel))',
    instead: 'if (!mayAssignRole("command", role, this.#openLevel))',
    test: {
      file: 'plugins/users/test/sign-up.test.ts',
      title: 'signup that is open from level 10 on SQLite lets an anonymous caller assign',
    },
  },
  {
    name: 'role rule at a change of a user',
    file: `${USERS}/user-administration.ts`,
    text: 'if (!mayActOn(caller, role.level)) throw',
    instead: 'if (role.level < 0) throw',
    test: {
      file: 'plugins/users/test/user-lifecycle.test.ts',
      title: 'on SQLite the permission to change and delete users does not allow a role above',
    },
  },
  {
    name: 'refusal to set passwords of level 0 over REST',
    file: `${SECURITY}/may-set-password.ts`,
    text: 'if (target.role.level <= SUDO) return false',
    instead: '',
    test: {
      file: 'plugins/passwords/test/may-set-password.test.ts',
      title: 'the permission to set a password sudo → another admin at level 0: no',
    },
  },
  {
    name: 'refusal to move users into or out of level 0',
    file: `${USERS}/user-change-refusal.ts`,
    text: 'return from.level <= SUDO !== to.level <= SUDO',
    instead: 'return from.level < SUDO || to.level < SUDO',
    test: {
      file: 'plugins/passwords/test/passwords.test.ts',
      title: 'passwords on SQLite of users at level 0 cannot be set by changing the role first, from sudo',
    },
  },
  {
    name: 'refusal to let roles other than sudo issue tokens',
    file: `${TPT}/tpt-service.ts`,
    text: "principal.role.name === 'sudo'",
    instead: "principal.role.name !== 'guest'",
    test: {
      file: 'plugins/tpt/test/third-party-tokens.test.ts',
      title: 'third-party tokens on SQLite are created but not by a user of another role at level 0',
    },
  },
  {
    name: 'role rule at an import',
    file: `${TRANSFER}/records/import-authority.ts`,
    text: 'if (level < this.#mostPrivilegedLevel)',
    instead: 'if (level === undefined)',
    test: {
      file: 'plugins/config-transfer/test/configuration-transfer.test.ts',
      title: 'on SQLite record by record imports no role and no user more privileged',
    },
  },
  {
    name: 'refusal to import roles and users for callers who are not admins',
    file: `${TRANSFER}/records/import-authority.ts`,
    text: 'return this.#isAdmin ? undefined',
    instead: 'return level >= 0 ? undefined',
    test: {
      file: 'plugins/config-transfer/test/configuration-transfer.test.ts',
      title: 'on SQLite record by record imports no role and no user for a caller less privileged',
    },
  },
  {
    name: 'restriction of third-party tokens to users below their own role',
    file: `${SECURITY}/may-act-on.ts`,
    text: 'caller.role.level < level',
    instead: 'caller.role.level <= level',
    test: {
      file: 'plugins/users/test/sign-up.test.ts',
      title: 'signup that is open from level 10 on SQLite lets a third-party token of the role admin',
    },
  },
  {
    name: 'second check of the caller before a user is changed',
    file: `${USERS}/user-administration.ts`,
    text: 'await this.#callers.confirm(origin, transaction)',
    instead: '',
    test: {
      file: 'plugins/users/test/user-lifecycle.test.ts',
      title: 'on SQLite a change is not made when its caller was disabled',
    },
  },
  {
    name: 'protection of the last sudo',
    file: `${USERS}/last-sudo.ts`,
    text: 'before > 0 &&',
    instead: 'before < 0 &&',
    test: {
      file: 'plugins/users/test/user-lifecycle.test.ts',
      title: 'on SQLite always keeps one sudo user who can log in',
    },
  },

  {
    name: 'escaping of terminal control characters',
    file: 'packages/service/src/commands/print.ts',
    text: 'console.log(lines.map(escapeInvisible).join(',
    instead: 'console.log(lines.join(',
    test: {
      file: 'packages/service/test/visible-output.test.ts',
      title: 'text written by others, printed by the CLI on SQLite is escaped in the output of an import and in errors',
    },
  },
  {
    name: 'refusal of invisible characters in names',
    file: `${USERS}/user-fields.ts`,
    text: '}]|[',
    instead: '}]|[^',
    test: {
      file: 'packages/service/test/visible-output.test.ts',
      title: 'text written by others on SQLite is rejected in a name with an escape',
    },
  },

  {
    name: 'check of the principals that plugins return',
    file: 'packages/kernel/src/plugins/call-authenticators.ts',
    text: 'const problem = principalProblem(principal)',
    instead: 'const problem = undefined',
    test: {
      file: 'packages/kernel/test/contribution-results.test.ts',
      title: 'is refused if it is a principal with a level of null',
    },
  },
  {
    name: 'copy of the principals that plugins return',
    file: 'packages/kernel/src/plugins/call-authenticators.ts',
    text: 'copyPrincipal(result) as Authenticated',
    instead: 'result',
    test: {
      file: 'packages/kernel/test/contribution-results.test.ts',
      title: 'is copied, so that nobody can change the principal',
    },
  },
  // Malformed and oversized requests
  {
    name: 'refusal of unknown fields, against mass assignment',
    file: `${HTTP}/body/compile-check.ts`,
    text: '...unknownFields(value, schema).map(unknownProblem),',
    instead: '',
    test: {
      file: 'test/http/bad-input.test.ts',
      title: 'an invalid request on SQLite is refused with a field that',
    },
  },
  {
    name: 'strict types, without casts',
    file: `${HTTP}/body/compile-check.ts`,
    text: 'schema.noUnknown().strict()',
    instead: 'schema.noUnknown()',
    test: { file: 'plugins/users/test/sign-up.test.ts', title: 'on SQLite refuses a number for a name' },
  },
  {
    name: 'size limit of JSON bodies',
    file: `${HTTP}/body/body-reader.ts`,
    text: 'if (length > this.#limit) {',
    instead: 'if (length < 0) {',
    test: {
      file: 'test/http/edge.test.ts',
      title: 'the edge a request with a body over the limit, in chunks gets 413',
    },
  },
  {
    name: 'limit of the number of query parameters',
    file: `${HTTP}/body/read-parameters.ts`,
    text: 'if (count > MAX_PARAMETERS)',
    instead: 'if (count < 0)',
    test: { file: 'test/http/edge.test.ts', title: 'the edge a request may have at most 100 parameters' },
  },
  {
    name: 'depth limit of JSON bodies',
    file: `${HTTP}/body/storable.ts`,
    text: 'if (item.depth >= MAX_DEPTH) return',
    instead: 'if (item.depth < 0) return',
    test: {
      file: 'packages/kernel/test/body-check.test.ts',
      title: 'the check of a body refuses objects and arrays nested deeper than 32 levels',
    },
  },
  {
    name: 'refusal of NUL in strings',
    file: `${HTTP}/body/storable.ts`,
    text: "!text.includes('\\0') && ",
    instead: '',
    test: { file: 'plugins/auth/test/login.test.ts', title: 'login on SQLite refuses NUL in the name' },
  },
  {
    name: 'refusal of lone surrogates in strings',
    file: `${HTTP}/body/storable.ts`,
    text: 'text.isWellFormed()',
    instead: 'true',
    test: { file: 'plugins/auth/test/login.test.ts', title: 'login on SQLite refuses a lone surrogate' },
  },
  {
    name: 'size limit of uploads',
    file: `${HTTP}/body/receive-upload.ts`,
    text: 'fileSize: limit,',
    instead: '',
    test: { file: 'test/http/edge.test.ts', title: 'the edge an upload of a file over the limit' },
  },
  {
    name: 'refusal of compressed bodies',
    file: `${HTTP}/common-checks.ts`,
    text: '/^(identity)?$/i.test(encoding)',
    instead: '/^/i.test(encoding)',
    test: { file: 'test/http/bad-input.test.ts', title: 'on SQLite is refused with any content encoding' },
  },
  {
    name: 'serving one request of a connection at a time',
    file: `${HTTP}/edge/pipelined-requests.ts`,
    text: 'return response.socket === null && ',
    instead: 'return false && ',
    test: {
      file: 'test/http/pipelining.test.ts',
      title: 'pipelined requests are served one at a time, while other connections',
    },
  },
  {
    name: 'limit of the memory of waiting pipelined requests',
    file: `${HTTP}/edge/pipelined-requests.ts`,
    text: 'queue.bytes > MAX_WAITING_BYTES - this.#bytes - this.#withheldBytes',
    instead: 'queue.bytes < 0',
    test: {
      file: 'test/http/pipelining.test.ts',
      title: 'are cut off with their connection when they take too much memory',
    },
  },
  {
    name: 'refusal of paths with dot segments',
    file: `${HTTP}/edge/request-target.ts`,
    text: ' || DOT_SEGMENT.test(path)',
    instead: '',
    test: { file: 'test/http/edge.test.ts', title: 'a request for "/api/../api/health/live" is answered with 400' },
  },
  {
    name: 'refusal of needless escapes in paths',
    file: `${HTTP}/edge/request-target.ts`,
    text: '!REFUSED_ESCAPE.test(path) && ',
    instead: '',
    test: { file: 'test/http/edge.test.ts', title: 'a request for "/api/%2e/health/live" is answered with 400' },
  },
  {
    name: 'refusal of paths with invalid characters',
    file: `${HTTP}/edge/request-target.ts`,
    text: '!PATH.test(path) || ',
    instead: '',
    test: { file: 'test/http/edge.test.ts', title: 'a request for "/api/health/live;x" is answered with 400' },
  },
  {
    name: 'limit of header lines, beyond which Node drops them',
    file: `${HTTP}/edge/too-many-headers.ts`,
    text: 'return lines > MAX_HEADER_LINES || lines >= maxLinesOf(request)',
    instead: 'return false',
    test: { file: 'test/http/edge.test.ts', title: 'a request with a second host behind 128 header lines' },
  },
  {
    name: 'refusal of chunks in HTTP/1.0',
    file: `${HTTP}/edge/is-unambiguous.ts`,
    text: "httpVersion === '1.1' && coding",
    instead: 'coding',
    test: { file: 'test/http/edge.test.ts', title: 'with chunks in HTTP/1.0 on a keep-alive connection' },
  },
  {
    name: 'same-origin rule for origins that are not listed',
    file: `${HTTP}/edge/cross-origin.ts`,
    text: 'if (origin === undefined || !origins.includes(origin)) return {}',
    instead: 'if (origin === undefined) return {}',
    test: { file: 'test/http/edge.test.ts', title: 'the edge a page of another origin may not call' },
  },

  // Leaks
  {
    name: 'check of responses against their schema',
    file: `${HTTP}/responses/check-response.ts`,
    text: 'if (isUnchangedByJson(body) && validate(body)) return undefined',
    instead: 'if (isUnchangedByJson(body)) return undefined',
    test: {
      file: 'test/http/handler-responses.test.ts',
      title: 'in production is a bare 500 when the handler returns an undeclared field',
    },
  },
  {
    name: 'bare 500 for unexpected errors',
    file: `${HTTP}/responses/problem.ts`,
    text: 'if (!(error instanceof DatabaseUnavailable)) return httpErrors.INTERNAL_ERROR()',
    instead:
      "if (!(error instanceof DatabaseUnavailable)) return new PlinthError('INTERNAL_ERROR', 500, String(error))",
    test: { file: 'test/http/handler-responses.test.ts', title: 'in production is a bare 500 when the handler throws' },
  },
  {
    name: 'logging of unexpected errors without their messages',
    file: 'packages/kernel/src/errors/without-secrets.ts',
    text: 'return { name: error.name, ...(code',
    instead: 'return { name: error.name, ...{ message: error.message }, ...(code',
    test: { file: 'test/http/handler-responses.test.ts', title: 'in production is a bare 500 when the handler throws' },
  },
  {
    name: 'redaction of secrets in the log',
    file: `${LOGGING}/redaction.ts`,
    text: 'SECRET.test(name) ? REDACTED : ',
    instead: '',
    test: { file: 'packages/kernel/test/redaction.test.ts', title: 'removes the value of a field "password"' },
  },
  {
    name: 'database files that only their owner may read',
    file: `${STORAGE}/sqlite/sqlite-ownership.ts`,
    text: "openSync(file, 'wx', 0o600)",
    instead: "openSync(file, 'wx', 0o644)",
    test: {
      file: 'packages/service/test/first-start.test.ts',
      title: 'on SQLite creates files that only its user may read',
    },
  },

  {
    name: 'closing of the connection after a request that is refused',
    file: `${HTTP}/common-checks.ts`,
    text: 'stopParsing(request.socket) //',
    instead: '//',
    test: {
      file: 'test/http/pipelining.test.ts',
      title: 'do not reach the routes of the host after a refused one',
    },
  },
  {
    name: 'refusal of an invalid Host header',
    file: `${HTTP}/edge/is-unambiguous.ts`,
    text: "if (!HOST.test(rawHeaders[index + 1] ?? '')) return false",
    instead: '',
    test: { file: 'test/http/edge.test.ts', title: 'a request with the host "a b" is answered with 400' },
  },

  // Keys that end during a request
  {
    name: 'second check of the key after the body has arrived',
    file: `${HTTP}/serve-route.ts`,
    text: 'if (!wasComplete) await identify(exchange)',
    instead: '',
    test: {
      file: 'plugins/auth/test/ended-keys.test.ts',
      title: 'on SQLite is rejected if its body arrives after the user has logged out',
    },
  },
  {
    name: 'confirmation of the session in the transaction of a write',
    file: `${AUTH}/sessions/session-service.ts`,
    text: 'return session && !this.#hasEnded(session) ? this.#principalOf(session, keyId) : undefined',
    instead: 'return session ? this.#principalOf(session, keyId) : (principal as UserPrincipal)',
    test: {
      file: 'plugins/auth/test/ended-keys.test.ts',
      title: 'on SQLite is rejected if it waits for its transaction: POST /users/create_tpt',
    },
  },
  {
    name: 'refusal of a caller whose role was lowered during the request',
    file: 'packages/kernel/src/services/confirmed-callers.ts',
    text: 'if (!isStillAllowed) throw httpErrors.ROLE_INSUFFICIENT()',
    instead: '',
    test: {
      file: 'test/http/escalation.test.ts',
      title:
        'on SQLite by concurrent requests creates no admin if its caller is disabled or demoted while a password is hashed',
    },
  },

  {
    name: 'second check of the key after an upload has arrived',
    file: `${HTTP}/serve-route.ts`,
    text: 'await identify(exchange)\n        await next(file)',
    instead: 'await next(file)',
    test: {
      file: 'plugins/auth/test/ended-keys.test.ts',
      title: 'on SQLite gets no report of a dry run if its file arrives after the logout',
    },
  },
  {
    name: 'confirmation of the key before an export',
    file: `${TRANSFER}/export/export-service.ts`,
    text: 'await this.#callers.confirm(origin, transaction)',
    instead: '',
    test: {
      file: 'plugins/auth/test/ended-keys.test.ts',
      title: 'on SQLite is rejected if it waits for its transaction: GET /settings/export_config by a token',
    },
  },
  {
    name: 'check for a revoked token in the transaction of a write',
    file: `${TPT}/tpt-service.ts`,
    text: 'return record && !this.#isRevokedOrExpired(record) ? principalOf(record) : undefined',
    instead: 'return record && principalOf(record)',
    test: {
      file: 'plugins/auth/test/ended-keys.test.ts',
      title: 'on PostgreSQL is rejected if it waits for its transaction: PUT /settings/logger_period by a token',
    },
  },

  // Manipulation of the audit trail
  {
    name: 'security events in the transaction of their change',
    file: 'packages/kernel/src/services/recorded-security-events.ts',
    text: 'await recorder.record(record, transaction)',
    instead: 'recorder.record(record, transaction).catch(() => {})',
    test: {
      file: 'plugins/audit/test/audit-trail.test.ts',
      title: 'the audit trail on SQLite is written in the transaction of its change',
    },
  },
  {
    name: 'seal of each event',
    file: `${AUDIT}/sealing-keys.ts`,
    text: "isSameSeal(key.sealOf(event, position, previous.seal), seal) ? undefined : 'changed'",
    instead: 'undefined',
    test: { file: 'plugins/audit/test/audit-trail.test.ts', title: 'on SQLite is reported when target was changed' },
  },
  {
    name: 'seal of both ends of the chain',
    file: `${AUDIT}/chain-ends.ts`,
    text: 'isSameSeal(key.sealOfEnds(stored), stored.seal) ? undefined : CHANGED',
    instead: 'undefined',
    test: {
      file: 'plugins/audit/test/audit-trail.test.ts',
      title: 'on SQLite is reported when the last events and the record',
    },
  },
  {
    name: 'distinction of bytes from the text that was sealed',
    file: `${AUDIT}/audit-event.ts`,
    text: 'cell instanceof Uint8Array ?',
    instead: 'cell === undefined ?',
    test: {
      file: 'plugins/audit/test/audit-trail.test.ts',
      title: 'on SQLite is reported when event was changed to a value of another type',
    },
  },
  {
    name: 'detection of a trail that was emptied',
    file: `${AUDIT}/chain.ts`,
    text: "event || this.#lastStored.position > 0 ? 'missing' : undefined",
    instead: "event && 'missing'",
    test: {
      file: 'plugins/audit/test/audit-trail.test.ts',
      title: 'on SQLite is reported when all of it was removed while a replica was running',
    },
  },
  {
    name: 'refusal of retired keys for the ends of the chain',
    file: `${AUDIT}/sealing-keys.ts`,
    text: 'return this.#endKeys.get(id)',
    instead: 'return this.#eventKeys.get(id)',
    test: {
      file: 'plugins/tpt/test/key-rotation.test.ts',
      title: 'SQLite a retired key cannot seal: a trail rolled back',
    },
  },
  {
    name: 'refusal to delete events that were changed to look old',
    file: `${AUDIT}/old-events.ts`,
    text: 'if (problem !== undefined || !event.link) {',
    instead: 'if (!event.link) {',
    test: {
      file: 'plugins/audit/test/audit-trail.test.ts',
      title: 'on SQLite retains events that were changed to look old',
    },
  },
  {
    name: 'check of the clock against the audit trail before old events are deleted',
    file: `${AUDIT}/old-events.ts`,
    text: 'return old.length > 0 && (await this.#clockCheck.isConfirmed(transaction, retention)) ? old : []',
    instead: 'return old',
    test: {
      file: 'plugins/audit/test/audit-retention.test.ts',
      title: 'on SQLite deletes nothing while the clock is 400 days ahead',
    },
  },
  {
    name: 'retention of events that are ahead of a clock that was set back',
    file: `${AUDIT}/old-events.ts`,
    text: 'return events.slice(0, events.findLastIndex(({ at }) => at <= now) + 1)',
    instead: 'return now > 0 ? events : []',
    test: {
      file: 'plugins/audit/test/audit-retention.test.ts',
      title: 'on SQLite deletes nothing while the clock is 2 days behind',
    },
  },
  {
    name: 'omission of unknown names from events, because they may be passwords',
    file: `${AUTH}/login/counted-password-check.ts`,
    text: 'const target = user?.username ',
    instead: 'const target = account ',
    test: {
      file: 'plugins/audit/test/audit-trail.test.ts',
      title: 'on SQLite has one event, and the log one line, for an unknown name',
    },
  },
  {
    name: 'count of wrong current passwords',
    file: `${PASSWORDS}/password-service.ts`,
    text: "if (origin.principal === 'command') return this.#credentials.verify(user.identifier, password)",
    instead: 'if (origin.principal) return this.#credentials.verify(user.identifier, password)',
    test: {
      file: 'plugins/passwords/test/passwords.test.ts',
      title: 'on SQLite is not guessed with a stolen key',
    },
  },
  {
    name: 'connection that long reads leave for others',
    file: `${STORAGE}/knex-database.ts`,
    text: 'turns ? turns.run(attempt) : attempt()',
    instead: 'attempt()',
    test: {
      file: 'test/storage/small-pool.test.ts',
      title: 'on SQLite leave a connection for other requests',
    },
  },

  // Loss of data
  {
    name: 'write lock from the beginning of a SQLite transaction',
    file: `${STORAGE}/sqlite/sqlite-dialect.ts`,
    text: "beginWrite: 'BEGIN IMMEDIATE'",
    instead: "beginWrite: 'BEGIN'",
    test: {
      file: 'test/storage/foreign-locks.test.ts',
      title: 'for 10 or 50 ms at any statement only causes a wait: POST /users/change_password',
    },
  },
  {
    name: 'refusal to write to a SQLite file that was replaced',
    file: `${STORAGE}/sqlite/open-sqlite.ts`,
    text: 'isReplaced() ? SQLITE_REPLACED : undefined',
    instead: 'undefined',
    test: {
      file: 'test/storage/sqlite-file.test.ts',
      title: 'is not written to, and the service is not ready, after it was moved',
    },
  },
  {
    name: 'refusal to start on a SQLite file that was copied',
    file: 'packages/kernel/src/boot/boot.ts',
    text: "this.#options.copiedFile !== 'accepted'",
    instead: "this.#options.copied === 'refused'",
    test: {
      file: 'packages/service/test/copied-file.test.ts',
      title: 'a SQLite file that was copied is refused by the kernel of a host',
    },
  },
  {
    name: 'refusal to restore a backup whose key is missing',
    file: 'packages/service/src/commands/restore.ts',
    text: 'loss !== undefined && !wanted.withoutKey',
    instead: 'loss !== undefined && wanted.withoutKey',
    test: {
      file: 'packages/service/test/restore.test.ts',
      title: 'on another machine refuses without its key, and reports what',
    },
  },
  {
    name: 'only one replacement of a key at a time, whatever the clocks of replicas',
    file: 'plugins/auth/src/sessions/session-service.ts',
    text: 'const MAX_FORMER_KEY_LIFETIME_MS = 2 * FORMER_KEY_LIFETIME_MS',
    instead: 'const MAX_FORMER_KEY_LIFETIME_MS = FORMER_KEY_LIFETIME_MS / 2',
    test: {
      file: 'test/storage/replicas.test.ts',
      title: 'replace a key once, of two confirmations at the same time, and refuse its copy as not fresh',
    },
  },
  {
    name: 'exclusive lock on a SQLite file',
    file: `${STORAGE}/sqlite/sqlite-ownership.ts`,
    text: 'locking_mode = EXCLUSIVE',
    instead: 'locking_mode = NORMAL',
    test: { file: 'packages/kernel/test/database.test.ts', title: 'belongs to one kernel, so another one fails' },
  },
  {
    name: 'flush to the disk at each commit',
    file: `${STORAGE}/sqlite/open-sqlite.ts`,
    text: 'synchronous = FULL',
    instead: 'synchronous = NORMAL',
    test: { file: 'packages/kernel/test/database.test.ts', title: 'is flushed to the disk at each commit' },
  },

  // Plans and rollbacks
  {
    name: 'check that an applied plan is the one that was read',
    file: `${TRANSFER}/routes/apply-plan.ts`,
    text: 'request.expectIfMatch(entityTagOf(await planService.find(params.plan)))',
    instead: '',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite that is applied needs the entity tag of what was read',
    },
  },
  {
    name: 'check that the records of an applied plan are still as the plan found them',
    file: `${TRANSFER}/plans/table-application.ts`,
    text: 'if (texts.get(rowId ?? 0) !== before) deviations.add(table.name, name)',
    instead: '',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite that is applied writes exactly what it says, or nothing',
    },
  },
  {
    name: 'refusal to let the person who made a plan apply it',
    file: `${TRANSFER}/plans/plan-service.ts`,
    text: 'const isPlanner = plan.createdBy.kind === kind && plan.createdBy.name === name',
    instead: 'const isPlanner = false',
    test: {
      file: 'plugins/config-transfer/test/stored-plans.test.ts',
      title: 'stored plans on SQLite are applied by somebody else, if a setting asks for that',
    },
  },
  {
    name: 'refusal of tokens as the second person',
    file: `${TRANSFER}/plans/plan-service.ts`,
    text: "const involvesToken = kind === 'token' || plan.createdBy.kind === 'token'",
    instead: 'const involvesToken = false',
    test: {
      file: 'plugins/config-transfer/test/stored-plans.test.ts',
      title: 'stored plans on SQLite are applied by somebody else, if a setting asks for that',
    },
  },
  {
    name: 'expiry of plans',
    file: `${TRANSFER}/plans/plan-store.ts`,
    text: "knex(PLANS).where('expires_at', '>', this.#deps.clock.now())",
    instead: "knex(PLANS).where('expires_at', '>', 0)",
    test: {
      file: 'plugins/config-transfer/test/stored-plans.test.ts',
      title: 'stored plans on SQLite expire after the time of the setting',
    },
  },
  {
    name: 'level rule for users in a plan',
    file: `${TRANSFER}/plans/change-rules.ts`,
    text: 'if (problem !== undefined) return new RecordProblem(',
    instead: 'if (level === -1) return new RecordProblem(',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users raises nobody above the caller',
    },
  },
  {
    name: 'level rule for the new users of an applied plan',
    file: `${TRANSFER}/plans/table-application.ts`,
    text: 'if (new ImportAuthority(caller).problemOf(level) !== undefined) throw errors.PLAN_MORE_PRIVILEGED()',
    instead: '',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users is not applied by somebody whom its users outrank',
    },
  },
  {
    name: 'level rule for the users that an applied plan changes',
    file: `${TRANSFER}/plans/table-application.ts`,
    text: '!mayActOn(this.#options.caller, level)',
    instead: 'level < 0',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users is not applied by a token that may not act on',
    },
  },
  {
    name: 'refusal of a plan to give or take sudo',
    file: `${TRANSFER}/plans/change-rules.ts`,
    text: 'const crossesSudo = currentLevel !== level && (currentLevel <= SUDO || (level ?? SUDO) <= SUDO)',
    instead: 'const crossesSudo = false',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users gives and takes no sudo',
    },
  },
  {
    name: 'refusal to give or take sudo when a plan is applied',
    file: `${TRANSFER}/plans/table-application.ts`,
    text: "if (kind === 'update' && (level === SUDO) !== this.#sudoRows.has(rowId ?? 0)) deviations.add(table.name, name)",
    instead: '',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users gives no sudo either if a role of that name became sudo',
    },
  },
  {
    name: 'refusal of a plan to give more privilege to whoever took the name of a user',
    file: `${TRANSFER}/plans/change-rules.ts`,
    text: 'return fields.includes(role) && (level < currentLevel || level <= ADMIN) ? NOT_IDENTIFIED : undefined',
    instead: 'return undefined',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users gives more privilege only to the user whose identifier the file has',
    },
  },
  {
    name: 'refusal of a merge to give more privilege to whoever took the name of a user',
    file: `${TRANSFER}/merges/table-merge.ts`,
    text: 'if (this.#options.table.privilege !== undefined && isNamesake) return others',
    instead: '',
    test: {
      file: 'plugins/config-transfer/test/merges.test.ts',
      title: 'a merge on SQLite gives more privilege only to the user whose identifier the other plant has',
    },
  },
  {
    name: 'refusal of a rollback to change whoever took the name of a deleted user',
    file: `${TRANSFER}/plans/change-rules.ts`,
    text: 'if (isOfSnapshot) return CREATED_SINCE',
    instead: '',
    test: {
      file: 'plugins/config-transfer/test/snapshots.test.ts',
      title: 'a snapshot on SQLite does not make somebody who took the name of a deleted user that user',
    },
  },
  {
    name: 'refusal of a plan to rename users, and roles or their levels',
    file: `${TRANSFER}/plans/change-rules.ts`,
    text: 'fixed.find((name) => fields.includes(name))',
    instead: 'undefined',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of roles and users gives and takes no sudo, renames no user and no role',
    },
  },
  {
    name: 'protection of roles that a mirrored file lacks',
    file: `${USERS}/configuration-tables.ts`,
    text: "privilege: 'level',\n  mayBeRemoved: false",
    instead: "privilege: 'level'",
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of a file removes in the mode mirror what the tables of the file lack',
    },
  },
  {
    name: 'protection of users that a mirrored file lacks',
    file: `${USERS}/configuration-tables.ts`,
    text: "privilege: 'role.level',\n  mayBeRemoved: false",
    instead: "privilege: 'role.level'",
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'a plan on SQLite of a file removes in the mode mirror what the tables of the file lack',
    },
  },
  {
    name: 'protection of what historical data refer to from removal by a plan',
    file: `${TRANSFER}/plans/removal-planner.ts`,
    text: '[...current, ...historical].filter',
    instead: 'current.filter',
    test: {
      file: 'plugins/config-transfer/test/plans.test.ts',
      title: 'on SQLite that removes records refuses to remove what others or historical data refer to',
    },
  },
]

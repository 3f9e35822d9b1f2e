import { availableParallelism } from 'node:os'
import { OPERATOR, type SettingsOf } from '@plinth/kernel'
import { described, isLevel } from '@plinth/kernel/tools'
import { boolean, mixed, number, object, string } from 'yup'
import { USERNAME } from './user-fields.js'

/** Number of libuv's threads by default. */
const DEFAULT_THREADS = 4
/** Number of threads that stay free for files, DNS and SQLite. */
const RESERVED_THREADS = 2

/** Returns the default of `bcryptConcurrency` for a number of libuv's threads. */
export function bcryptConcurrencyFor(threads: number): number {
  return Math.max(1, Math.min(availableParallelism(), threads - RESERVED_THREADS))
}

const wholeNumber = (min: number, max: number) =>
  number()
    .integer('must be a whole number.')
    .min(min, `must be ${min} to ${max}.`)
    .max(max, `must be ${min} to ${max}.`)

export const usersSettings = object({
  sudoUsername: described(
    string().matches(USERNAME.pattern, USERNAME.rule).default('sudo'),
    'The username of the first user, who is created in a new, empty database.',
  ),
  sudoPassword: string().meta({
    description: 'The initial password of the first user; ignored once that user exists.',
    otherwise: 'random, printed once',
    secret: true,
  }),
  signupOpenLevel: mixed<number | 'closed'>()
    .test('open-level', 'must be a level such as 10, or "closed".', (value) => value === 'closed' || isLevel(value))
    .default(OPERATOR)
    .meta({
      description:
        'The most privileged level that anybody may sign up for without a key; with `closed` every signup needs one.',
      range: '0 or more, or `closed`',
    }),
  rateLimit: described(
    number().integer('must be a whole number.').min(1, 'must be at least 1.').default(60),
    'Maximum number of logins, attempts to redeem a code, signups and account changes, taken together, per minute and client address. Signups and account changes with a key are also limited per user or token, whatever the address. Those by admins are not limited.',
  ),
  passwordSetByOwnerOnly: described(
    boolean().default(false),
    'Whether setting the password of another user over REST is refused: admins and sudo users issue one-time codes instead, and learn no password.',
  ),
  importDefaultPassword: string().meta({
    description: 'The initial password of imported users, who must change it at their first login.',
    otherwise: 'random for each import that creates users, shown once',
    secret: true,
  }),
  importRandomPassword: described(
    boolean().default(true),
    'Whether an import generates an initial password if none is configured. Without one, imported users cannot log in until their password is reset.',
  ),
  importPasswordLifetime: described(
    wholeNumber(60, 31_536_000).default(604_800),
    'Validity of a password that an import has generated, in seconds.',
  ),
  bcryptCost: described(wholeNumber(4, 20).default(12), 'The bcrypt cost factor; each increment doubles the time.'),
  bcryptConcurrency: wholeNumber(1, 64)
    .default(() => bcryptConcurrencyFor(DEFAULT_THREADS))
    .meta({
      description: 'Maximum number of passwords hashed concurrently.',
      otherwise: "libuv's thread-pool size − 2, between 1 and the number of CPU cores",
    }),
  bcryptQueue: described(
    wholeNumber(0, 10_000).default(100),
    'Maximum number of passwords that wait to be hashed; beyond it requests get 503 with `Retry-After`. New passwords may take up half of the queue; the rest is reserved for logins.',
  ),
})

/**
 * Settings for the first user, signup, imported users and password hashing. `rateLimit` is per minute,
 * `importPasswordLifetime` is in seconds.
 */
export type UsersSettings = SettingsOf<typeof usersSettings>

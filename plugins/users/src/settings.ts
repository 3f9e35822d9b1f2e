import { availableParallelism } from 'node:os'
import { OPERATOR, type SettingsOf } from '@plinth/kernel'
import { boolean, mixed, number, object, string } from 'yup'
import { USERNAME } from './user-fields.js'

/** libuv has four threads unless told otherwise; two are left for files, names and SQLite. */
const THREADS_FOR_BCRYPT = 2

const wholeNumber = (least: number, most: number) =>
  number()
    .integer('must be a whole number.')
    .min(least, `must be ${least} to ${most}.`)
    .max(most, `must be ${most} at most.`)

export const usersSettings = object({
  sudoUsername: string().matches(USERNAME.pattern, USERNAME.rule).default('sudo'),
  sudoPassword: string().meta({ secret: true }),
  signupOpenLevel: mixed<number | 'closed'>()
    .test('open-level', 'must be a level such as 10, or "closed".', (value) => value === 'closed' || isLevel(value))
    .default(OPERATOR),
  /** Logins, and signups and changes of one's own below the admins, that an address, a user and a token may try a minute. */
  loginRate: number().integer('must be a whole number.').min(1, 'must be at least 1.').default(60),
  importDefaultPassword: string().meta({ secret: true }),
  /** Whether an import makes a password for the users that it brings, where none is set for them. */
  importRandomPassword: boolean().default(true),
  /** Seconds for which such a password lets somebody in. */
  importPasswordLifetime: wholeNumber(60, 31_536_000).default(604_800),
  bcryptCost: wholeNumber(4, 20).default(12),
  bcryptConcurrency: wholeNumber(1, 64).default(() =>
    Math.max(1, Math.min(availableParallelism(), THREADS_FOR_BCRYPT)),
  ),
  bcryptQueue: wholeNumber(0, 10_000).default(100),
})

/**
 * The first user, who may sign up, what imported users begin with, and how passwords are hashed. `loginRate` is tries a minute an
 * address, `importPasswordLifetime` seconds.
 */
export type UsersSettings = SettingsOf<typeof usersSettings>

function isLevel(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

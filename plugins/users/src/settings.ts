import { availableParallelism } from 'node:os'
import type { SettingsOf } from '@plinth/kernel'
import { mixed, number, object, string } from 'yup'
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
    .default(10),
  /** Logins, and signups without a key, that an address may try a minute. */
  loginRate: number().integer('must be a whole number.').min(1, 'must be at least 1.').default(60),
  importDefaultPassword: string().meta({ secret: true }),
  bcryptCost: wholeNumber(4, 20).default(12),
  bcryptConcurrency: wholeNumber(1, 64).default(() =>
    Math.max(1, Math.min(availableParallelism(), THREADS_FOR_BCRYPT)),
  ),
  bcryptQueue: wholeNumber(0, 10_000).default(100),
})

/** The first user, who may sign up, and how passwords are hashed. `loginRate` is tries a minute an address. */
export type UsersSettings = SettingsOf<typeof usersSettings>

function isLevel(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

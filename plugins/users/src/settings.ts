import { availableParallelism } from 'node:os'
import { OPERATOR, type SettingsOf } from '@plinth/kernel'
import { boolean, mixed, number, object, string } from 'yup'
import { USERNAME } from './user-fields.js'

/** libuv has four threads by default; two are left for files, DNS and SQLite. */
const THREADS_FOR_BCRYPT = 2

const wholeNumber = (min: number, max: number) =>
  number().integer('must be a whole number.').min(min, `must be ${min} to ${max}.`).max(max, `must be ${max} at most.`)

export const usersSettings = object({
  sudoUsername: string()
    .matches(USERNAME.pattern, USERNAME.rule)
    .default('sudo')
    .meta({ description: 'The username of the first user, which is created in a new, empty database.' }),
  sudoPassword: string().meta({
    description: 'The initial password of the first user; ignored once that user exists.',
    otherwise: 'random, and printed once',
    secret: true,
  }),
  signupOpenLevel: mixed<number | 'closed'>()
    .test('open-level', 'must be a level such as 10, or "closed".', (value) => value === 'closed' || isLevel(value))
    .default(OPERATOR)
    .meta({
      description: 'The most privileged level that anybody may sign up for without a key; `closed` for none.',
      range: '0 or more, or `closed`',
    }),
  rateLimit: number().integer('must be a whole number.').min(1, 'must be at least 1.').default(60).meta({
    description:
      'Login attempts per minute and address. Also limits signups and account changes, per address, user and token; admins are exempt.',
  }),
  importDefaultPassword: string().meta({
    description: 'The initial password of imported users, who must change it at their first login.',
    otherwise: 'random for each import that has users, and shown once',
    secret: true,
  }),
  importRandomPassword: boolean().default(true).meta({
    description:
      'Whether an import generates a password when none is configured; if not, imported users cannot log in until theirs is reset.',
  }),
  importPasswordLifetime: wholeNumber(60, 31_536_000)
    .default(604_800)
    .meta({ description: 'Seconds for which a password that an import has generated is valid.' }),
  bcryptCost: wholeNumber(4, 20)
    .default(12)
    .meta({ description: 'The bcrypt cost factor; each increment doubles the time.' }),
  bcryptConcurrency: wholeNumber(1, 64)
    .default(() => Math.max(1, Math.min(availableParallelism(), THREADS_FOR_BCRYPT)))
    .meta({
      description: 'Maximum number of passwords hashed at a time.',
      otherwise: "libuv's threads − 2, at most the cores and at least 1",
    }),
  bcryptQueue: wholeNumber(0, 10_000).default(100).meta({
    description:
      'Maximum number of passwords that wait to be hashed; beyond it requests get 503 with `Retry-After`. New passwords may use half of the queue.',
  }),
})

/**
 * Settings for the first user, signup, imported users and password hashing. `rateLimit` is per minute,
 * `importPasswordLifetime` is in seconds.
 */
export type UsersSettings = SettingsOf<typeof usersSettings>

function isLevel(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

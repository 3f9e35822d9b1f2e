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
  sudoUsername: string()
    .matches(USERNAME.pattern, USERNAME.rule)
    .default('sudo')
    .meta({ description: 'The first user, who is made in an empty, new database.' }),
  sudoPassword: string().meta({
    description: 'The password of the first user; never applied again.',
    otherwise: 'random, and printed once',
    secret: true,
  }),
  signupOpenLevel: mixed<number | 'closed'>()
    .test('open-level', 'must be a level such as 10, or "closed".', (value) => value === 'closed' || isLevel(value))
    .default(OPERATOR)
    .meta({
      description:
        'Roles of this level and less privileged ones may be signed up for without a key; `closed` for none.',
      range: '0 or more, or `closed`',
    }),
  loginRate: number().integer('must be a whole number.').min(1, 'must be at least 1.').default(60).meta({
    description:
      'How many logins a minute an address may try; and how many signups and changes to their own account an address, a user and a token, below the admins.',
  }),
  importDefaultPassword: string().meta({
    description: 'The password of imported users, who must change it first.',
    otherwise: 'one is made for each import that brings users, and told once',
    secret: true,
  }),
  importRandomPassword: boolean().default(true).meta({
    description:
      'Whether an import makes a password where none is set for imported users; if not, they cannot log in until theirs is reset.',
  }),
  importPasswordLifetime: wholeNumber(60, 31_536_000)
    .default(604_800)
    .meta({ description: 'Seconds for which a password that an import has made lets somebody in.' }),
  bcryptCost: wholeNumber(4, 20)
    .default(12)
    .meta({ description: 'The cost factor of password hashes: one more takes twice as long.' }),
  bcryptConcurrency: wholeNumber(1, 64)
    .default(() => Math.max(1, Math.min(availableParallelism(), THREADS_FOR_BCRYPT)))
    .meta({
      description: 'How many passwords are hashed at a time.',
      otherwise: "libuv's threads − 2, at most the cores and at least 1",
    }),
  bcryptQueue: wholeNumber(0, 10_000).default(100).meta({
    description:
      'How many passwords may wait to be hashed: beyond it the answer is 503 with `Retry-After`. New passwords may take half of it.',
  }),
})

/**
 * The first user, who may sign up, what imported users begin with, and how passwords are hashed. `loginRate` is tries a
 * minute an address, `importPasswordLifetime` seconds.
 */
export type UsersSettings = SettingsOf<typeof usersSettings>

function isLevel(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

import type { Database } from '@plinth/kernel'
import type { DerivedKeys } from '@plinth/kernel/contracts'
import { SealedSecrets } from './sealed-secrets.js'
import type { SecondFactorSettings } from './settings.js'

const ENROLLED = `SELECT p.username, f.user_identifier, f.sealed_secret
  FROM plinth_second_factors f JOIN plinth_people p ON p.identifier = f.user_identifier
  WHERE f.enrolled_at IS NOT NULL ORDER BY p.username`
const WITHOUT = `SELECT count(*) AS users FROM plinth_people p WHERE p.role_level <= ? AND p.disabled_at IS NULL
  AND (p.valid_until IS NULL OR p.valid_until > ?)
  AND NOT EXISTS (SELECT 1 FROM plinth_second_factors f
    WHERE f.user_identifier = p.identifier AND f.enrolled_at IS NOT NULL)`

/** Who has a second factor, who needs one, and whose factor no key opens. */
export interface FactorCoverage {
  /** Number of users with a factor. */
  readonly enrolled: number
  /** Number of users who are neither disabled nor past the end of their account, need a factor and have none. */
  readonly missing: number
  /** The usernames of those whose secret none of the keys decrypts, sorted. */
  readonly unreadable: readonly string[]
}

/** Looks up the second factors of a database, without a kernel. Without keys, none is reported as unreadable. */
export async function factorCoverage(
  database: Database,
  {
    derivedKeys,
    secondFactorLevel: level,
    now,
  }: Pick<SecondFactorSettings, 'secondFactorLevel'> & {
    readonly derivedKeys: DerivedKeys | undefined
    /** The time in ms. */
    readonly now: number
  },
): Promise<FactorCoverage> {
  const factors = await database.lookUp<FactorRow>(ENROLLED, [])
  const [missing] = level === 'none' ? [] : await database.lookUp<{ users: number | string }>(WITHOUT, [level, now])
  const secrets = derivedKeys && new SealedSecrets({ derivedKeys })
  const unreadable = factors.filter(
    ({ sealed_secret, user_identifier }) => secrets && secrets.open(sealed_secret, user_identifier) === undefined,
  )
  return {
    enrolled: factors.length,
    missing: Number(missing?.users ?? 0),
    unreadable: unreadable.map(({ username }) => username),
  }
}

interface FactorRow {
  readonly username: string
  readonly user_identifier: string
  readonly sealed_secret: string
}

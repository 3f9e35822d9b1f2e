import { expect } from 'chai'
import { CallerRateLimit } from '../src/http/caller-rate-limit.js'
import type { Authenticated } from '../src/security/principal.js'

const ROLE = { name: 'operator', level: 100 }
const token = (tokenId: string): Authenticated => ({ kind: 'third-party', tokenId, role: ROLE })
const NOW = Date.parse('2026-07-01T12:00:00.123Z')

/** Returns how many of `sent` requests, all at the same time, a caller is allowed. */
function allowedAt(limiter: CallerRateLimit, now: number, { caller = token('1'), sent = 1 } = {}): number {
  const isAllowed = () => {
    try {
      limiter.count({}, caller, now)
      return true
    } catch {
      return false
    }
  }
  return Array.from({ length: sent }, isAllowed).filter(Boolean).length
}

describe('a rate limit per caller', () => {
  for (const limit of [1, 7, 60, 100, 601, 1_000]) {
    it(`of ${limit} allows exactly that many requests at once, and one more after each interval`, () => {
      const limiter = new CallerRateLimit(limit)

      expect(allowedAt(limiter, NOW, { sent: limit + 5 })).to.equal(limit)
      for (let index = 1; index <= 100; index += 1) {
        expect(allowedAt(limiter, NOW + (index * 60_000) / limit - 0.5)).to.equal(0)
        expect(allowedAt(limiter, NOW + (index * 60_000) / limit, { sent: 5 })).to.equal(1)
      }
      expect(allowedAt(limiter, NOW + 200 * 60_000, { sent: limit + 5 })).to.equal(limit)
    })
  }

  it('of 60 remembers every caller of the last minute', () => {
    const limiter = new CallerRateLimit(60)
    allowedAt(limiter, NOW)
    expect(allowedAt(limiter, NOW + 59_000, { caller: token('2'), sent: 100 })).to.equal(60)

    for (const [seconds, expected] of [
      [60, 1],
      [64, 4],
      [118, 54],
      [120, 2],
    ] as const)
      expect(allowedAt(limiter, NOW + seconds * 1_000, { caller: token('2'), sent: 100 }), `${seconds} s`).to.equal(
        expected,
      )
  })

  it('of 60 allows no more requests if the clock is set back a little', () => {
    const limiter = new CallerRateLimit(60)
    allowedAt(limiter, NOW, { sent: 60 })

    expect(allowedAt(limiter, NOW - 5, { sent: 100 })).to.equal(0)
    expect(allowedAt(limiter, NOW + 995, { sent: 100 })).to.equal(1)
  })

  it('counts a user and a token with the same id separately', () => {
    const limiter = new CallerRateLimit(1)
    const user: Authenticated = { kind: 'user', identifier: '1', username: 'anna', sessionId: 's', role: ROLE }

    expect([allowedAt(limiter, NOW), allowedAt(limiter, NOW, { caller: user })]).to.deep.equal([1, 1])
    expect([allowedAt(limiter, NOW), allowedAt(limiter, NOW, { caller: user })]).to.deep.equal([0, 0])
  })
})

import { ReadCache } from '@plinth/kernel/tools'
import { expect } from 'chai'

const KILOBYTE = 1_024

/** Creates a cache of values of this size, and records the keys that were read because they were not cached. */
function observedCache(database: { writes: number | undefined }, kilobytes: number) {
  const cache = new ReadCache<{ text: string }>(database)
  const reads: string[] = []
  const get = (key: string) =>
    cache.get(key, async () => {
      reads.push(key)
      return { text: 'x'.repeat(kilobytes * KILOBYTE) }
    })
  return { get, reads }
}

const keys = (count: number) => Array.from({ length: count }, (_, number) => `key ${number}`)

describe('a read cache', () => {
  it('keeps 50,000 small values until the next write', async () => {
    const database = { writes: 0 }
    const { get, reads } = observedCache(database, 0.4)
    for (const key of keys(50_000)) await get(key)
    for (const key of keys(50_000)) await get(key)
    expect(reads).to.have.length(50_000)

    database.writes += 1
    await get('key 1')

    expect(reads).to.have.length(50_001)
  })

  it('keeps less than 32 MB of values in all: those that were used last', async () => {
    const { get, reads } = observedCache({ writes: 0 }, 1_024)
    for (const key of keys(31)) await get(key)
    await get('key 0')
    await get('another')
    reads.length = 0

    await get('another')
    await get('key 0')
    await get('key 1')

    expect(reads).to.deep.equal(['key 1'])
  })

  it('shares its size with the other caches of the database, but not its values', async () => {
    const database = { writes: 0 }
    const [one, other] = [observedCache(database, 1_024), observedCache(database, 1_024)]
    await one.get('key')
    await other.get('key')
    await one.get('key')
    expect([one.reads, other.reads]).to.deep.equal([['key'], ['key']])

    for (const key of keys(31)) await other.get(key)
    await one.get('key')

    expect(one.reads).to.deep.equal(['key', 'key'])
  })

  it('does not keep what a write has made outdated while it was read', async () => {
    const database = { writes: 0 }
    const cache = new ReadCache<{ value: number }>(database)
    const read = (value: number, duringRead = () => {}) =>
      cache.get('key', async () => {
        duringRead()
        return { value }
      })

    const first = await read(1, () => {
      database.writes += 1
    })

    expect([first, await read(2), await read(3)]).to.deep.equal([{ value: 1 }, { value: 2 }, { value: 2 }])
  })

  it('keeps nothing if other processes may write to the database', async () => {
    const { get, reads } = observedCache({ writes: undefined }, 1)
    await get('key')
    await get('key')

    expect(reads).to.have.length(2)
  })
})

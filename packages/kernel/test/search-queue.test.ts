import type { Authenticated } from '@plinth/kernel'
import { SearchQueue } from '@plinth/kernel/tools'
import { expect } from 'chai'

const userOf = (name: string, level: number) =>
  ({ kind: 'user', identifier: name, username: name, role: { name: 'role', level } }) as Authenticated
const guest = (name: string) => userOf(name, 256)

const neverAborted = () => new AbortController().signal

/** Creates searches that end when the test calls `end`, and records which have begun. */
function heldSearches() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const search = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return { begun, search, end: (name: string) => ends.get(name)?.() }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the queue of searches', () => {
  it('runs one search at a time, in the order of arrival', async () => {
    const queue = new SearchQueue()
    const { begun, search, end } = heldSearches()
    const results = ['a', 'b', 'c'].map((name) => queue.run(guest(name), neverAborted(), search(name)))

    for (const name of ['a', 'b', 'c']) {
      await turn()
      expect(begun.at(-1)).to.equal(name)
      end(name)
    }

    expect(await Promise.all(results)).to.deep.equal(['a', 'b', 'c'])
  })

  it('refuses the third search of a caller until another one of theirs has ended', async () => {
    const queue = new SearchQueue()
    const { search, end } = heldSearches()
    const first = queue.run(guest('anna'), neverAborted(), search('1'))
    const second = queue.run(guest('anna'), neverAborted(), search('2'))

    const refused = await queue.run(guest('anna'), neverAborted(), search('3')).catch((error) => error)
    end('1')
    await first
    const third = queue.run(guest('anna'), neverAborted(), search('3'))
    for (const name of ['2', '3']) {
      await turn()
      end(name)
    }

    expect(refused).to.include({ code: 'TOO_MANY_SEARCHES', retryAfter: 1 })
    expect(await Promise.all([second, third])).to.deep.equal(['2', '3'])
  })

  it('forgets a waiting search whose client has disconnected, so that the next one of theirs may wait', async () => {
    const queue = new SearchQueue()
    const { begun, search, end } = heldSearches()
    const typing = new AbortController()
    const first = queue.run(guest('anna'), neverAborted(), search('o'))
    const second = queue.run(guest('anna'), typing.signal, search('ot')).catch((error) => error)
    await turn()

    typing.abort(new Error('gone'))
    await second
    const third = queue.run(guest('anna'), neverAborted(), search('ott'))
    end('o')
    await first
    await turn()
    end('ott')

    expect([(await second).message, await third, begun]).to.deep.equal(['gone', 'ott', ['o', 'ott']])
  })

  it('lets only 20 searches wait, and continues after one that fails', async () => {
    const queue = new SearchQueue()
    const { search, end } = heldSearches()
    const failing = queue
      .run(guest('caller'), neverAborted(), async () => {
        await turn()
        throw new Error('failed')
      })
      .catch((error) => error.message)
    const waiting = Array.from({ length: 20 }, (_, index) =>
      queue.run(guest(`${index}`), neverAborted(), search(`${index}`)),
    )

    const refused = await queue.run(guest('late'), neverAborted(), search('late')).catch((error) => error)
    expect(await failing).to.equal('failed')
    for (let index = 0; index < 20; index += 1) {
      await turn()
      end(`${index}`)
    }

    expect(refused).to.include({ code: 'TOO_MANY_SEARCHES' })
    expect(await Promise.all(waiting)).to.have.length(20)
  })

  it('keeps places for admins, and runs their searches first', async () => {
    const queue = new SearchQueue()
    const { begun, search, end } = heldSearches()
    const guests = Array.from({ length: 21 }, (_, index) =>
      queue.run(guest(`${index}`), neverAborted(), search(`${index}`)),
    )
    await turn()

    const admin = queue.run(userOf('anna', 1), neverAborted(), search('anna'))
    end('0')
    await turn()
    end('anna')

    expect(await admin).to.equal('anna')
    expect(begun.slice(0, 2)).to.deep.equal(['0', 'anna'])
    for (let index = 1; index < guests.length; index += 1) {
      await turn()
      end(`${index}`)
    }
    expect(await Promise.all(guests)).to.have.length(21)
  })
})

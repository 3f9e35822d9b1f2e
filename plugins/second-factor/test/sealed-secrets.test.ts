import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { SealedSecrets } from '../src/sealed-secrets.js'

const secretsWith = (...keys: [Buffer, ...Buffer[]]) => new SealedSecrets({ derivedKeys: { keysFor: () => keys } })

describe('a sealed secret', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const sealed = secretsWith(key).seal('JBSWY3DPEHPK3PXP', 'otto')

  it('is opened with the key that sealed it, current or previous, and with no other', () => {
    const opened = [secretsWith(key), secretsWith(other, key), secretsWith(other)].map((secrets) =>
      secrets.open(sealed, 'otto'),
    )

    expect(opened).to.deep.equal(['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP', undefined])
  })

  it('cannot be opened for another user, nor when it was changed', () => {
    const secrets = secretsWith(key)
    const bytes = Buffer.from(sealed.slice('1.'.length), 'base64url')
    const changed = Array.from(bytes, (byte, at) => Buffer.from(bytes).fill(byte ^ 1, at, at + 1))
    const cut = Array.from(bytes, (_, length) => bytes.subarray(0, length))

    const opened = [...changed, ...cut].map((each) => secrets.open(`1.${each.toString('base64url')}`, 'otto'))

    expect(secrets.open(sealed, 'emma')).to.equal(undefined)
    expect(opened.filter((secret) => secret !== undefined)).to.deep.equal([])
  })

  it('names its version, and is not opened with an unknown one', () => {
    const secrets = secretsWith(key)
    const body = sealed.slice('1.'.length)

    const opened = [`1.${body}`, `2.${body}`, `10.${body}`, `.${body}`, body].map((each) => secrets.open(each, 'otto'))

    expect(sealed).to.match(/^1\.[\w-]+$/)
    expect(opened).to.deep.equal(['JBSWY3DPEHPK3PXP', undefined, undefined, undefined, undefined])
  })

  it('is different each time, although the secret is the same', () => {
    expect(secretsWith(key).seal('JBSWY3DPEHPK3PXP', 'otto')).to.not.equal(sealed)
  })
})

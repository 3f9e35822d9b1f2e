import { expect } from 'chai'
import { notAName } from '../src/not-a-name.js'

const MARIA = { username: 'Maria.K', email: 'm-kowalska@plant.test' }
const DIGITS_ONLY = { username: '20261', email: '20261@plant.test' }
const NOBODY = { username: '', email: '' }

describe('the rule against names as passwords', () => {
  for (const password of [
    'Maria.K',
    'mARIA.k',
    'Ｍaria.K',
    'maria.k2026',
    'Maria.K_!-1',
    'm-kowalska@plant.test',
    'M-KOWALSKA@plant.test99',
    'm-kowalska',
    'M-Kowalska 1!',
  ]) {
    it(`refuses ${password}`, () => {
      const objection = notAName.objection(password, MARIA)

      expect(objection).to.be.a('string').and.not.contain(password)
    })
  }

  for (const password of ['maria', '2026maria.k', 'maria.k has a cat', 'maria.kk', 'kowalska', 'plant.test']) {
    it(`accepts ${password}`, () => {
      expect(notAName.objection(password, MARIA)).to.equal(undefined)
    })
  }

  it('also refuses names of digits', () => {
    expect(notAName.objection('20261-20261', DIGITS_ONLY)).to.be.a('string')
  })

  it('accepts anything when there is no username or e-mail', () => {
    expect(notAName.objection('83651-27466', NOBODY)).to.equal(undefined)
  })
})

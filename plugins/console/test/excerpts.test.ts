import { expect } from 'chai'
import { differingExcerpts, excerptOf } from '../page/pages/configuration/plans/excerpts.js'

const LONG = 'x'.repeat(300)

describe('the excerpts of values in a plan', () => {
  it('are short values as a whole', () => {
    expect(excerptOf('bar')).to.equal('bar')
    expect(differingExcerpts('bar', 'psi')).to.deep.equal(['bar', 'psi'])
  })

  it('show where something is left out', () => {
    expect(excerptOf(LONG)).to.match(/^x{200}…$/)
    expect(excerptOf(LONG, 150)).to.match(/^…x{150}$/)
  })

  it('begin before the first difference, however late it is', () => {
    expect(differingExcerpts(`${LONG}old`, `${LONG}new`)).to.deep.equal([
      `…${'x'.repeat(40)}old`,
      `…${'x'.repeat(40)}new`,
    ])
  })

  it('do not cut a character in two', () => {
    expect(excerptOf('🙂'.repeat(201))).to.equal(`${'🙂'.repeat(200)}…`)
  })
})

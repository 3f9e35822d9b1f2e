import { readFileSync } from 'node:fs'
import { expect } from 'chai'

const scriptsOf = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).scripts ?? {}

describe('the npm scripts', () => {
  it('of the repository are 16 at most', () => {
    expect(Object.keys(scriptsOf('.'))).to.have.lengthOf.at.most(16)
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { workspaces } from './imports.js'

const scriptsOf = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).scripts ?? {}

describe('the npm scripts', () => {
  it('of the repository are 16 at most', () => {
    expect(Object.keys(scriptsOf('.'))).to.have.lengthOf.at.most(16)
  })

  it('of each workspace with tests include one that runs them', () => {
    const tested = workspaces().filter((folder) => existsSync(`${folder}/test`))

    expect(tested).to.include('plugins/auth')
    expect(tested.filter((folder) => scriptsOf(folder).test === undefined)).to.deep.equal([])
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { workspaces } from './imports.js'

const scriptsOf = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).scripts ?? {}

/** Rare tasks need no script: `npm run suite` and `npm run bench` take the name of what to run. */
const MAX_SCRIPTS = 16

describe('the npm scripts', () => {
  it('of the repository stay few', () => {
    expect(Object.keys(scriptsOf('.'))).to.have.lengthOf.at.most(MAX_SCRIPTS)
  })

  it('of each workspace with tests include one that runs them', () => {
    const tested = workspaces().filter((folder) => existsSync(`${folder}/test`))

    expect(tested).to.include('plugins/auth')
    expect(tested.filter((folder) => scriptsOf(folder).test === undefined)).to.deep.equal([])
  })
})

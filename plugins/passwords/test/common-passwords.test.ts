import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { MODULE_PATH, renderCommonPasswordsModule } from '../generate/common-passwords-module.js'
import { notCommon } from '../src/not-common.js'

const OWNER = { username: 'maria', email: 'maria@plant.test' }

describe('the list of common passwords', () => {
  it('matches the package it is generated from; if not, run `npm run generate -w @plinth/passwords`', async () => {
    expect(await readFile(MODULE_PATH, 'utf8')).to.equal(await renderCommonPasswordsModule())
  })

  it('names its origin and licence', async () => {
    const head = (await readFile(MODULE_PATH, 'utf8')).slice(0, 1_000)

    expect(head)
      .to.match(/^\/\*!/)
      .and.to.include('@zxcvbn-ts/language-common')
      .and.to.include('Permission is hereby')
  })

  for (const [password, isRefused] of [
    ['password', true],
    ['PassWord1', true],
    ['qwertyuiop', true],
    ['password\n', false],
    ['12345678 password', false],
    ['123456 password', false],
    ['12345678\npassword', false],
    ['password-y', false],
    ['asswor', false],
    ['correct horse 9', false],
  ] as const) {
    it(`${isRefused ? 'contains' : 'does not contain'} ${JSON.stringify(password)}`, async () => {
      const objection = await notCommon(6).objection(password, OWNER)

      expect(objection !== undefined).to.equal(isRefused)
    })
  }

  it('contains short passwords, for settings that allow them', async () => {
    expect(await notCommon(6).objection('123456', OWNER)).to.be.a('string')
    expect(await notCommon(8).objection('123456', OWNER)).to.equal(undefined)
  })
})

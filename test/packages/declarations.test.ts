import { expect } from 'chai'
import { importsOf, importsReachableFrom, packageOf } from './support/imports-of.js'
import { packages, packedOf } from './support/packed.js'

/** Packages whose types may appear in public declarations. */
const ALLOWED = /^(node:.+|node|knex|awilix|yup|openapi-fetch|@plinth\/.+)$/

describe('the public declarations', () => {
  for (const { manifest } of packages) {
    it(`of ${manifest.name} expose no internal package`, async () => {
      const { contents, entry } = await packedOf(manifest.name)

      const imports = await importsReachableFrom(contents, entry.types)

      const leaks = [...imports].filter(([imported]) => !ALLOWED.test(packageOf(imported)))
      expect(leaks.map(([imported, file]) => `${file}: ${imported}`)).to.deep.equal([])
    })
  }

  it('are checked by code that detects an exposed package', () => {
    const text = `/** import 'mocha' */\nimport type { Server } from 'restify';\nexport declare const pool: import("pg").Pool;\n`

    expect(importsOf(text)).to.deep.equal(['restify', 'pg'])
    expect(importsOf(text).some((name) => ALLOWED.test(name))).to.equal(false)
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { generatedFiles, HOME } from '../generate/generated-files.js'

describe('what the client is generated from', () => {
  it('is what a kernel says of itself now; else run `npm run generate -w @plinth/client`', async function () {
    this.timeout(60_000)

    for (const [path, text] of await generatedFiles()) {
      expect(await readFile(join(HOME, path), 'utf8'), path).to.equal(text)
    }
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { generatedFiles, PACKAGE_ROOT } from '../generate/generated-files.js'

describe('the source of the generated client', () => {
  it('matches the current kernel; if not, run `npm run generate -w @plinth/client`', async function () {
    this.timeout(60_000)

    for (const [path, text] of await generatedFiles()) {
      expect(await readFile(join(PACKAGE_ROOT, path), 'utf8'), path).to.equal(text)
    }
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { CommandError } from '../src/commands/command-error.js'
import { writeFileAtomically } from '../src/commands/write-file-atomically.js'

describe('a file that is written atomically', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is not written, and nothing is deleted, if a file with the name of its draft exists', async () => {
    const file = join(folder, 'export.json')
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, 'of somebody else')
    const options = { force: false, signal: new AbortController().signal, onBytes: () => {} }

    const error = await writeFileAtomically(Readable.from([Buffer.from('{}')]), file, options).catch(
      (thrown: Error) => thrown,
    )

    expect(error).to.be.instanceOf(CommandError)
    expect(readdirSync(folder)).to.deep.equal([basename(draft)])
    expect(readFileSync(draft, 'utf8')).to.equal('of somebody else')
  })
})

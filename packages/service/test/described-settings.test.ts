import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
// TypeScript 7 has no language service for programs.
import ts from '../../../docs/node_modules/typescript/lib/typescript.js'
import { describedSettings } from '../generate/described-settings.js'
import { generatedFiles, REPO_ROOT } from '../generate/generated-files.js'

const UNITS =
  /\b(in seconds|in bytes|in characters|number of|login attempts per minute|TCP port|cost factor|privileged level)\b/i

describe('the settings', () => {
  it('are all described, each number with its unit', () => {
    const settings = describedSettings()
    const numbers = settings.filter(({ range }) => /^\d+ (to|or more$)/.test(range))

    expect(settings.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).to.deep.equal([])
    expect(numbers).to.have.lengthOf.above(20)
    expect(numbers.filter(({ description }) => !UNITS.test(description))).to.deep.equal([])
  })

  it('are described identically in the README, the options and the help (else run `npm run generate -w @plinth/service`)', async () => {
    for (const [path, text] of await generatedFiles())
      expect(await readFile(join(REPO_ROOT, path), 'utf8'), path).to.equal(text)
  })

  it('are described when an editor shows the options of createPlinth', function () {
    this.timeout(60_000)
    const [sudoPassword, sessionIdle] = documentationOf('sudoPassword: ""', 'sessionIdle: 600')

    expect(sudoPassword).to.equal(
      'The initial password of the first user; ignored once that user exists. random, printed once',
    )
    expect(sessionIdle).to.equal(
      'Idle timeout of a session, in seconds: it ends after that time without a request. `43200`',
    )
  })
})

/** Returns the text and default that an editor shows for options in a call of `createPlinth`. */
function documentationOf(...options: readonly string[]): string[] {
  const file = join(REPO_ROOT, 'test/host.ts')
  const source = `import { createPlinth } from '@plinth/service'\ncreatePlinth({ ${options.join(', ')} })\n`
  const compilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    customConditions: ['plinth-source'],
  }
  const read = (path: string) => (path === file ? source : ts.sys.readFile(path))
  const service = ts.createLanguageService({
    ...ts.sys,
    getCompilationSettings: () => compilerOptions,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path: string) => {
      const text = read(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
    getCurrentDirectory: () => REPO_ROOT,
    useCaseSensitiveFileNames: () => true,
  })
  return options.map((option) => {
    const shown = service.getQuickInfoAtPosition(file, source.indexOf(option))
    const tags = (shown?.tags ?? []).map(({ text }) => ts.displayPartsToString(text))
    return [ts.displayPartsToString(shown?.documentation), ...tags].join(' ')
  })
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, Script } from 'node:vm'

/** Of the program, put here by the build. */
declare const PROGRAM_DIGEST: string

const PROGRAM = join(__dirname, 'program.cjs')
/**
 * What V8 makes of the program, which takes a third of a start: kept for the Node that made it, and refused by any other. It knows the
 * program by its length alone, so the name says of which it is.
 */
const COMPILED = join(__dirname, `program-${PROGRAM_DIGEST}.compiled`)

/** The program of the command, a module of CommonJS, by what was kept of it where that is of use. */
export function compileProgram(): Script {
  const source = readFileSync(PROGRAM, 'latin1') // ASCII alone: esbuild escapes the rest
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: PROGRAM,
    cachedData: kept(),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
}

export function run(program: Script): void {
  program.runInThisContext()(exports, require, module, PROGRAM, __dirname)
}

/** Keeps what V8 has compiled by now. */
export function keepCompiled(program: Script): void {
  const draft = `${COMPILED}.${process.pid}`
  writeFileSync(draft, program.createCachedData())
  renameSync(draft, COMPILED)
}

function kept(): Buffer | undefined {
  try {
    return readFileSync(COMPILED)
  } catch {
    return undefined
  }
}

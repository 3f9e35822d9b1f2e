import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'

/** Of the program, put here by the build. */
declare const PROGRAM_DIGEST: string

const PROGRAM = join(__dirname, 'program.cjs')
/**
 * What V8 makes of the program, which takes a third of a start: kept for the Node that made it, and refused by any
 * other. It knows the program by its length alone, so the name says of which it is.
 */
const COMPILED = join(__dirname, `program-${PROGRAM_DIGEST}.compiled`)

/** Of its SHA-256, which stands before it. */
const DIGEST_BYTES = 32

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

/** Keeps what V8 has compiled by now, and nothing of other programs. */
export function keepCompiled(program: Script): void {
  // As at a start: V8 refuses what was compiled with other flags, and `serve` changes this one
  setFlagsFromString('--allocation-site-pretenuring')
  const compiled = program.createCachedData()
  const draft = `${COMPILED}.${process.pid}`
  writeFileSync(draft, Buffer.concat([digestOf(compiled), compiled]))
  renameSync(draft, COMPILED)
  const all = readdirSync(__dirname).map((file) => join(__dirname, file))
  for (const file of all) if (file.endsWith('.compiled') && file !== COMPILED) rmSync(file, { force: true })
}

/** `undefined` when it is not whole: V8 would not notice, and crash. */
function kept(): Buffer | undefined {
  try {
    const file = readFileSync(COMPILED)
    const compiled = file.subarray(DIGEST_BYTES)
    return digestOf(compiled).equals(file.subarray(0, DIGEST_BYTES)) ? compiled : undefined
  } catch {
    return undefined
  }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { constants, Script } from 'node:vm'

/** The digest of the program, defined by the build. */
declare const PROGRAM_DIGEST: string

const PROGRAM = join(__dirname, 'program.cjs')
/**
 * V8's code cache for the program, whose compilation takes a third of the start-up time. Other versions of Node reject
 * it. V8 checks only the length of the program, so the name of the file contains the digest of the program.
 */
const COMPILED = join(__dirname, `program-${PROGRAM_DIGEST}.compiled`)

/** The file begins with the SHA-256 digest of the cached code. */
const DIGEST_BYTES = 32

/** Compiles the program of the command, a CommonJS module, from the code cache if that is valid. */
export function compileProgram(): Script {
  const source = readFileSync(PROGRAM, 'latin1') // ASCII only: esbuild escapes other characters
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: PROGRAM,
    cachedData: readCache(),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
}

export function run(program: Script): void {
  program.runInThisContext()(exports, require, module, PROGRAM, __dirname)
}

/** Stores the code that V8 has compiled so far, and removes the caches of other builds. */
export function keepCompiled(program: Script): void {
  // Restore the flag that `serve` changes: V8 rejects a cache that was compiled with other flags
  setFlagsFromString('--allocation-site-pretenuring')
  const compiled = program.createCachedData()
  const draft = `${COMPILED}.${process.pid}`
  writeFileSync(draft, Buffer.concat([digestOf(compiled), compiled]))
  renameSync(draft, COMPILED)
  const all = readdirSync(__dirname).map((file) => join(__dirname, file))
  for (const file of all) if (file.endsWith('.compiled') && file !== COMPILED) rmSync(file, { force: true })
}

/** Returns the code cache; `undefined` if it is missing or damaged: V8 does not detect damage, and would crash. */
function readCache(): Buffer | undefined {
  try {
    const file = readFileSync(COMPILED)
    const compiled = file.subarray(DIGEST_BYTES)
    return digestOf(compiled).equals(file.subarray(0, DIGEST_BYTES)) ? compiled : undefined
  } catch {
    return undefined
  }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

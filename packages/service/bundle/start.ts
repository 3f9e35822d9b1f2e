import { compileProgram, run } from './compiled-program.js'

run(compileProgram())

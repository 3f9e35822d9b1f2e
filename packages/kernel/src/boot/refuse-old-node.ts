import { StartupError } from '../errors/startup-error.js'
import { nodeProblem } from '../node-version.cjs'

const problem = nodeProblem()
if (problem !== undefined) throw new StartupError(problem)

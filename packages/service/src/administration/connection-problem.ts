import { CommandError } from '../commands/command-error.js'

/** Whether an error of a connection to a socket means that nobody takes tasks there. */
export function isNobodyThere(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))
}

/** What an error of a connection means to whoever has called the command. */
export function connectionProblem(error: unknown, path: string): unknown {
  if (!['EACCES', 'EPERM'].includes(codeOf(error))) return error
  return new CommandError(
    `This user may not ask the service at ${path}. Run the command as the user that runs the service.`,
  )
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

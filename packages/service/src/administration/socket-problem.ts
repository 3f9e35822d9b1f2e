import { CommandError } from '../commands/command-error.js'

/** Returns whether a connection error means that nothing listens at the socket. */
export function isNotListening(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))
}

/** Converts a permission error to one that names the remedy. Returns any other error unchanged. */
export function socketProblem(error: unknown, path: string): unknown {
  if (!['EACCES', 'EPERM'].includes(codeOf(error))) return error
  return new CommandError(
    `This user is not allowed to connect to the service at ${path}. Run the command as the user that runs the service.`,
  )
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

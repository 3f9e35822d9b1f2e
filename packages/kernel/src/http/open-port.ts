import type { Server } from 'node:http'
import { StartupError } from '../errors/startup-error.js'

/** Resolves when a server listens. Throws a `StartupError` that says what to do when the port cannot be opened. */
export function openPort(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error & { code?: string }) => reject(portProblem(error.code, host, port))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
}

function portProblem(code: string | undefined, host: string, port: number): StartupError {
  const place = `${host}:${port}`
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${place} is in use by another process. Stop it, or choose another port (PLINTH_PORT, or the option port).`,
    )
  }
  if (code === 'EACCES') {
    return new StartupError(
      `This user may not open port ${place}. Choose one above 1023 (PLINTH_PORT, or the option port).`,
    )
  }
  return new StartupError(
    `Port ${place} cannot be opened (${code ?? 'no code'}). Check the address (PLINTH_HOST and PLINTH_PORT, or the options host and port).`,
  )
}

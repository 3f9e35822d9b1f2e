import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { StartupError } from '../../errors/startup-error.js'

/** Address to listen on. */
export interface ListenAddress {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Names of the settings for the address, for messages: `PLINTH_PORT, or the option port`. */
  readonly settings: string
}

/** Resolves when a server is listening. Throws a `StartupError` that says what to do if the port cannot be opened. */
export function openPort(server: Server, { host, port, settings }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error & { code?: string }) =>
      reject(new StartupError(portProblem(error.code, { host, port, settings })))
    server.once('error', onError)
    server.listen(port, host, () => {
      server.off('error', onError)
      resolve()
    })
  })
}

/** Throws a `StartupError` if a port cannot be opened now. Leaves the port closed. */
export async function checkPort(address: ListenAddress): Promise<void> {
  const probe = createServer((socket) => socket.destroy())
  await openPort(probe, address)
  probe.close()
  await once(probe, 'close')
}

function portProblem(code: string | undefined, { host, port, settings }: ListenAddress): string {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (code === 'EADDRINUSE')
    return `Port ${address} is in use by another process. Stop it, or choose another port (${settings}).`
  if (code === 'EACCES') return `This user may not open port ${address}. Choose one above 1023 (${settings}).`
  return (
    `Port ${address} cannot be opened (${code ?? 'no code'}). ` +
    `Check the address (PLINTH_HOST, or the option host) and the port (${settings}).`
  )
}

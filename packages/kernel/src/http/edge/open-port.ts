import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { StartupError } from '../../errors/startup-error.js'

/** Where to listen. */
export interface PortPlace {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** How the settings are called that say so, for messages: `PLINTH_PORT, or the option port`. */
  readonly settings: string
}

/** Resolves when a server listens. Throws a `StartupError` that says what to do when the port cannot be opened. */
export function openPort(server: Server, { host, port, settings }: PortPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error & { code?: string }) =>
      reject(new StartupError(portProblem(error.code, { host, port, settings })))
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
}

/** Throws a `StartupError` when a port could not be opened now; leaves it closed. */
export async function checkPort(place: PortPlace): Promise<void> {
  const probe = createServer((socket) => socket.destroy())
  await openPort(probe, place)
  probe.close()
  await once(probe, 'close')
}

function portProblem(code: string | undefined, { host, port, settings }: PortPlace): string {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (code === 'EADDRINUSE')
    return `Port ${place} is in use by another process. Stop it, or choose another port (${settings}).`
  if (code === 'EACCES') return `This user may not open port ${place}. Choose one above 1023 (${settings}).`
  return (
    `Port ${place} cannot be opened (${code ?? 'no code'}). ` +
    `Check the address (PLINTH_HOST, or the option host) and the port (${settings}).`
  )
}

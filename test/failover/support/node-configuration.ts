import { dirname } from 'node:path'
import { newestBinFolder } from '../../operations/installed-postgres.js'

/** In seconds, as short as a busy machine allows. Patroni requires `loop_wait + 2 * retry_timeout <= ttl`. */
const TIMES = { ttl: 5, loop_wait: 1, retry_timeout: 2 }

export const SUPERUSER = { user: 'postgres', password: 'superuser password' }

interface NodeOptions {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly etcdPort: number
  readonly data: string
}

/**
 * Returns the configuration of a Patroni process: a commit is acknowledged once the standby has it too, and a standby
 * that lacks a commit is not promoted.
 */
export function nodeConfiguration({ name, port, restPort, etcdPort, data }: NodeOptions): object {
  return {
    scope: 'plinth',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // Over API 3, Patroni 3.0 may take the lock back from the new primary when it continues after a freeze.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...TIMES, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: newestBinFolder(),
      pgpass: `${data}.pgpass`,
      authentication: {
        superuser: { username: SUPERUSER.user, password: SUPERUSER.password },
        replication: { username: 'replication', password: 'replication password' },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
      parameters: {
        unix_socket_directories: dirname(data),
        fsync: 'off', // which protects against a crash of the operating system, not of a process
        password_encryption: 'scram-sha-256',
      },
    },
  }
}

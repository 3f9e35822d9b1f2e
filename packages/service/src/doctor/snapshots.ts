import { areNearLimit, configTransfer, snapshotUsage } from '@plinth/config-transfer'
import { DatabaseNotOpened, schemaState } from '@plinth/kernel/composition'
import { formatBytes } from '../commands/format-bytes.js'
import { standardMigrations } from '../standard-plugins.js'
import { type Check, ok, warn } from './check.js'

export const snapshots: Check = {
  name: 'snapshots',
  async diagnose({ database, settings }) {
    if (database === undefined || database instanceof DatabaseNotOpened) return []
    if ((await schemaState(database, standardMigrations)).pending.length > 0) return []
    const limits = { ...configTransfer.settings?.getDefault(), ...settings }
    const [maxCount, maxBytes] = [Number(limits.snapshots), Number(limits.snapshotBytes)]
    const { count, bytes } = await snapshotUsage(database)
    const usage = `${count} of at most ${maxCount}, with ${formatBytes(bytes)} of at most ${formatBytes(maxBytes)}`
    if (!areNearLimit(bytes, maxBytes)) return [ok(usage)]
    return [warn(usage, 'raise PLINTH_SNAPSHOT_BYTES if you want to go back further; the oldest are deleted')]
  },
}

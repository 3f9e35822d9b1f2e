import { useRequest } from '../../../requests/use-request.js'
import { useImport } from '../import-task.js'
import { useConfigurationClient } from '../use-configuration-client.js'

/** The snapshots, which are read again after an import. */
export function useSnapshots() {
  const client = useConfigurationClient()
  const { outcome } = useImport()
  return useRequest((signal) => client.snapshots({ signal }), [client, outcome])
}

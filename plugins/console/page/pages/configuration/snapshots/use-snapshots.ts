import { useRequest } from '../../../requests/use-request.js'
import { useImportTask } from '../import-task.js'
import { useConfigurationClient } from '../use-configuration-client.js'

/** Loads the snapshots, also again after each import, which may have taken one. */
export function useSnapshots() {
  const client = useConfigurationClient()
  const { outcome } = useImportTask()
  return useRequest((signal) => client.snapshots({ signal }), [client, outcome])
}

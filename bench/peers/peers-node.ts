import { join } from 'node:path'
import { REPO_ROOT } from '../support/child.js'

/** The Node that runs the peers, and Plinth beside them, because Directus needs a newer one than Plinth. */
export const PEERS_NODE = join(REPO_ROOT, 'bench/peers/node_modules/node/bin/node')

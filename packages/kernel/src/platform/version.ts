import { createRequire } from 'node:module'

/** The commit of the sources, which the build of the service defines if it is known. */
declare const PLINTH_COMMIT: string | undefined

/** The version of all packages and of the REST API. */
export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** The commit of the sources; `undefined` if it is unknown. */
export const commit = typeof PLINTH_COMMIT === 'string' && PLINTH_COMMIT !== '' ? PLINTH_COMMIT : undefined

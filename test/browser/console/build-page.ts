import { buildPage } from '../../../plugins/console/build/build-page.js'

/** Mocha's root-level fixture: it runs once, before all files, in the main process. */
export const mochaGlobalSetup = buildPage

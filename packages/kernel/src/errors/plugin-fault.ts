import { recognizeAcrossCopies } from './recognize-across-copies.js'

/**
 * A violation of a contract by a contribution, thrown by the code that called it. The message names the contributing
 * plugin, contains no values, and is logged. `cause` is the error that the contribution threw, if any.
 */
export class PluginFault extends Error {
  override readonly name = 'PluginFault'
}

recognizeAcrossCopies(PluginFault, 'PluginFault')

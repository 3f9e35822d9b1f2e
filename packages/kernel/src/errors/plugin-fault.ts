import { knowAnyCopy } from './any-copy.js'

/**
 * What a contribution did against its contract, told to those whose work it broke. The message names the plugin that
 * gave it, holds no value, and is logged; a cause is what the contribution threw.
 */
export class PluginFault extends Error {
  override readonly name = 'PluginFault'
}

knowAnyCopy(PluginFault, 'PluginFault')

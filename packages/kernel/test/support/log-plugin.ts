import { definePlugin, type Logger } from '@plinth/kernel'

class ExposedLog {
  readonly log: Logger

  constructor({ log }: { log: Logger }) {
    this.log = log
  }
}

/** Plugin with a service that exposes the log of the plugin. */
export const logPlugin = definePlugin()({ name: 'logging', services: { exposedLog: ExposedLog } })

import { withoutSecrets } from '../errors/without-secrets.js'

/**
 * Returns a handler for errors thrown by a host's `logger` or `writeLog`. It emits a process warning for the first one
 * only. A lost line must not fail a request or end the process.
 */
export function outputErrorHandler(): (error: unknown) => void {
  let hasWarned = false
  return (error) => {
    if (hasWarned) return
    hasWarned = true
    const { name, code = name } = withoutSecrets(error)
    process.emitWarning(`Lines of the log are lost: logger or writeLog threw (${code}).`, 'PlinthWarning')
  }
}

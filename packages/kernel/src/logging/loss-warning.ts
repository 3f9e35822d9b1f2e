import { withoutSecrets } from '../errors/without-secrets.js'

/**
 * Makes what is called when a host's `logger` or `writeLog` throws: it warns of the first time by a warning of the
 * process. A line that is lost must cost neither a request nor the process.
 */
export function lossWarning(): (error: unknown) => void {
  let isTold = false
  return (error) => {
    if (isTold) return
    isTold = true
    const { name, code = name } = withoutSecrets(error)
    process.emitWarning(`Lines of the log are lost: logger or writeLog threw (${code}).`, 'PlinthWarning')
  }
}

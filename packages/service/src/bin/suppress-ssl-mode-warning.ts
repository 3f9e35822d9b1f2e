/** Matches pg's multi-line warning about an `sslmode` that it treats as a stricter one. */
const SSLMODE_WARNING = /The SSL modes 'prefer', 'require', and 'verify-ca'/

/** Suppresses pg's `sslmode` warning on stderr. All other warnings are printed as usual. */
export function suppressSslModeWarning(): void {
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (SSLMODE_WARNING.test(warning.message)) return
    for (const listener of listeners) listener.call(process, warning)
  })
}

/** What pg says, in many lines, of a `sslmode` that it takes for a stricter one. */
const ABOUT_SSLMODE = /The SSL modes 'prefer', 'require', and 'verify-ca'/

/** Keeps stderr to what a command has to say. All other warnings are told as ever. */
export function quietDriver(): void {
  const tellers = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (ABOUT_SSLMODE.test(warning.message)) return
    for (const tell of tellers) tell.call(process, warning)
  })
}

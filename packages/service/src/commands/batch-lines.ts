/** Maximum time in ms that a line is buffered. If the process is killed, at most the lines of this time are lost. */
const MAX_DELAY_MS = 10

/**
 * Returns a function that writes lines in batches, because each write to stdout blocks the process. The last batch is
 * written when the process exits.
 */
export function batchLines(write: (text: string) => void): (line: string) => void {
  let buffered = ''
  const flush = () => {
    const text = buffered
    buffered = ''
    if (text !== '') write(text)
  }
  process.on('exit', flush)
  return (line) => {
    if (buffered === '') setTimeout(flush, MAX_DELAY_MS).unref()
    buffered += `${line}\n`
  }
}

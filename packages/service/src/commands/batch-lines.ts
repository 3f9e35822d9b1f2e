/** Maximum time in ms that a line is buffered. A killed process loses at most this much output. */
const MAX_DELAY_MS = 10

/**
 * Returns a function that writes lines in batches, because a write to stdout blocks the process. The rest is written
 * when the process exits.
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

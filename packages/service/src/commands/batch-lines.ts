/** How long in ms a line may wait for others: what a process that is killed has not written yet. */
const MAX_DELAY_MS = 10

/**
 * Writes the lines of a few milliseconds at once: each write to stdout stops the process until the system has taken it.
 * What is left when the process ends is written then.
 */
export function linesTogether(write: (text: string) => void): (line: string) => void {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') write(text)
  }
  process.on('exit', flush)
  return (line) => {
    if (waiting === '') setTimeout(flush, MAX_DELAY_MS).unref()
    waiting += `${line}\n`
  }
}

/**
 * Writes the lines that come in one turn of the event loop at once: each write to stdout stops the process until the system has taken it.
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
    if (waiting === '') setImmediate(flush)
    waiting += `${line}\n`
  }
}

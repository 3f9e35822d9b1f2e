/** A test of a fault that may be impossible on this machine: then it is shown as pending, with the reason. */
export function fault(title: string, obstacle: string | undefined, test: () => Promise<void>): void {
  if (obstacle === undefined) it(title, test)
  else it(`${title} (NOT TRIED: ${obstacle})`)
}

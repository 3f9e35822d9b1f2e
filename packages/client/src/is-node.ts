/** Whether this is Node, or a runtime that says it is like it. */
export function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node !== undefined
}

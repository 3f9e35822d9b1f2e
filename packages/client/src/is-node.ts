/** Returns whether this is Node, or a runtime that claims to be compatible with it. */
export function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node !== undefined
}

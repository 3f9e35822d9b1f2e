/** Returns the end of a message about an unknown name, ` Did you mean "port"?`, or '' if no known name is similar. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const maxDistance = name.length / 3
  const candidates = [...known]
    // Also bounds the time for a long name
    .filter((candidate) => Math.abs(candidate.length - name.length) <= maxDistance)
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
  const [nearest] = candidates.sort((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= maxDistance ? ` Did you mean "${nearest.candidate}"?` : ''
}

/** Returns the Levenshtein distance, ignoring case. Wagner–Fischer algorithm, row by row. */
function editDistance(from: string, to: string): number {
  const [letters, target] = [from.toLowerCase(), to.toLowerCase()]
  let row = Array.from({ length: target.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...letters].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...target].entries()) {
      const [above = 0, before = 0, diagonal = 0] = [row[column + 1], next[column], row[column]]
      next.push(Math.min(above + 1, before + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

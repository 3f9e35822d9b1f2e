/** A metric and its label matchers in a query. */
export interface Selector {
  readonly name: string
  readonly matchers: readonly Matcher[]
}

export interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

/** Returns the selectors with braces of a query. `namesIn` also finds metrics without braces. */
export function selectorsIn(query: string): Selector[] {
  return [...query.matchAll(/([a-zA-Z_:]\w*)\{([^}]*)\}/g)].map(([, name = '', labels = '']) => ({
    name,
    matchers: [...labels.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    ),
  }))
}

/**
 * Returns every metric of Plinth in a query, with or without braces; for a histogram, the common name of its series.
 */
export function namesIn(query: string): string[] {
  const withoutLabels = query.replaceAll(/"[^"]*"/g, '""')
  return [...withoutLabels.matchAll(/\b(?:plinth|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  )
}

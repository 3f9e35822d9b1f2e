/** A metric with its labels, as a query names it. */
export interface Selector {
  readonly name: string
  readonly matchers: readonly Matcher[]
}

export interface Matcher {
  readonly label: string
  readonly operator: string
  readonly value: string
}

/** The metrics that a query reads. A name without braces is not found: `namesIn` is for that. */
export function selectorsIn(query: string): Selector[] {
  return [...query.matchAll(/([a-zA-Z_:]\w*)\{([^}]*)\}/g)].map(([, name = '', labels = '']) => ({
    name,
    matchers: [...labels.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    ),
  }))
}

/** Every metric of Plinth in a query, with braces or without; of a histogram the name that all its series share. */
export function namesIn(query: string): string[] {
  const withoutLabels = query.replaceAll(/"[^"]*"/g, '""')
  return [...withoutLabels.matchAll(/\b(?:plinth|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  )
}

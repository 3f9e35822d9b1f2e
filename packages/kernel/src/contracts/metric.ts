/** One of several values of a metric, distinguished by labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric for operators, read on each scrape. Contributed to the point `metrics`. */
export interface Metric {
  /**
   * A Prometheus name such as `plinth_sessions`. Append the unit (`_seconds`, `_bytes`), and `_total` to a counter.
   */
  readonly name: string
  /** One sentence that explains the metric to an operator. */
  readonly help: string
  /** A gauge goes up and down; a counter starts at 0 with the process and only goes up. */
  readonly type: 'gauge' | 'counter'
  /** Names of the labels of its samples. Default: none. */
  readonly labels?: readonly string[]
  /**
   * Returns the value, one sample for each set of labels, or an empty list if there is no value yet. Called once at
   * startup, which fails if it throws. After that, a metric that throws or takes longer than 3 s is omitted.
   */
  read(): number | readonly Sample[] | Promise<number | readonly Sample[]>
}

/** Reads a metric once. Throws if it cannot be read, or if its value or labels do not match its declaration. */
export async function readMetric(metric: Metric): Promise<readonly Sample[]> {
  const value = await metric.read()
  const samples = Array.isArray(value) ? (value as readonly Sample[]) : [{ labels: {}, value: value as number }]
  for (const sample of samples) expectDeclared(sample, metric)
  return samples
}

function expectDeclared(sample: Sample, { labels: known = [] }: Metric): void {
  const { labels, value } = sample ?? {}
  if (typeof labels !== 'object' || !Number.isFinite(value))
    throw new TypeError('read() must return a finite number, or a list of { labels, value }')
  const unknown = Object.keys(labels).find((label) => !known.includes(label))
  if (unknown !== undefined)
    throw new TypeError(`read() returned the label "${unknown}", which the labels of the metric do not include`)
}

/** One of several values of a metric, told apart by labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A number that tells an operator how something is doing; read when somebody asks for it. */
export interface Metric {
  /**
   * As Prometheus writes names: `plinth_sessions`. With its unit, `_seconds` or `_bytes`, and `_total` at the end of a
   * counter.
   */
  readonly name: string
  /** One sentence for who meets the name on a graph. */
  readonly help: string
  /** A gauge goes up and down; a counter only up, from 0 at the start of the process. */
  readonly type: 'gauge' | 'counter'
  /** The labels that its samples have; none unless given. */
  readonly labels?: readonly string[]
  /**
   * The value, or one for each set of labels; an empty list while there is nothing to tell. It is read once at the
   * start, which fails when this throws. Later what throws, or takes longer than 3 s, is left out.
   */
  read(): number | readonly Sample[] | Promise<number | readonly Sample[]>
}

/** Reads a metric once. Throws when it cannot be read, or gives what its description does not allow. */
export async function readMetric(metric: Metric): Promise<readonly Sample[]> {
  const value = await metric.read()
  const samples = Array.isArray(value) ? (value as readonly Sample[]) : [{ labels: {}, value: value as number }]
  for (const sample of samples) refuseUnfit(sample, metric)
  return samples
}

function refuseUnfit(sample: Sample, { labels: known = [] }: Metric): void {
  const { labels, value } = sample ?? {}
  if (typeof labels !== 'object' || !Number.isFinite(value))
    throw new TypeError('read() must return a finite number, or a list of { labels, value }')
  const unknown = Object.keys(labels).find((label) => !known.includes(label))
  if (unknown !== undefined) throw new TypeError(`read() returned the label "${unknown}", which its labels do not list`)
}

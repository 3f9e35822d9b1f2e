/** One of several values of a metric, told apart by labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A number that tells an operator how something is doing; read when somebody asks for it. */
export interface Metric {
  /** As Prometheus writes names: `plinth_sessions`. With its unit, `_seconds` or `_bytes`, and `_total` at the end of a counter. */
  readonly name: string
  /** One sentence for who meets the name on a graph. */
  readonly help: string
  /** A gauge goes up and down; a counter only up, from 0 at the start of the process. */
  readonly type: 'gauge' | 'counter'
  /** The labels that its samples have; none unless given. */
  readonly labels?: readonly string[]
  /** The value, or one for each set of labels. What throws, or takes longer than 3 s, is left out. */
  read(): number | readonly Sample[] | Promise<number | readonly Sample[]>
}

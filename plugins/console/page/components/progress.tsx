interface ProgressProps {
  readonly label: string
  /** From 0 to 1; `undefined` while the end is not known. */
  readonly value: number | undefined
}

/** How far something has come. */
export const Progress = ({ label, value }: ProgressProps) => (
  <div class="progress">
    <span id="progress-label">{label}</span>
    <progress max={1} value={value} aria-labelledby="progress-label" />
  </div>
)

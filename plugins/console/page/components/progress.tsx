import { useId } from 'preact/hooks'

interface ProgressProps {
  readonly label: string
  /** From 0 to 1; `undefined` while the end is not known. */
  readonly value: number | undefined
}

/** A progress bar with its label. */
export const Progress = ({ label, value }: ProgressProps) => {
  const id = useId()
  return (
    <div class="progress">
      <span id={id}>{label}</span>
      <progress max={1} value={value} aria-labelledby={id} />
    </div>
  )
}

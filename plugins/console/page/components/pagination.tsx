import { useLanguage } from '../language/language-context.js'
import { Button } from './button.js'

interface PaginationProps {
  readonly offset: number
  readonly limit: number
  readonly total: number
  readonly onChange: (offset: number) => void
}

/** The range of rows that is shown, their total, and buttons for the previous and the next page. */
export const Pagination = ({ offset, limit, total, onChange }: PaginationProps) => {
  const { text, number } = useLanguage()
  const last = Math.min(offset + limit, total)
  return (
    <nav class="pagination" aria-label={text.pages}>
      <span role="status">{text.rangeOf(number(Math.min(offset + 1, total)), number(last), number(total))}</span>
      <Button
        icon="left"
        label={text.previousPage}
        isDisabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - limit))}
      />
      <Button icon="right" label={text.nextPage} isDisabled={last >= total} onClick={() => onChange(offset + limit)} />
    </nav>
  )
}

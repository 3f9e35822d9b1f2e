import type { ComponentChildren } from 'preact'
import { useTitle } from './use-title.js'

interface PageHeadProps {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The head of a page: its title, a line below it, and its actions. */
export const PageHead = ({ title, lead, children }: PageHeadProps) => {
  useTitle(title)
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {lead && (
          <p class="lead" role="status">
            {lead}
          </p>
        )}
      </div>
      {children && <div class="row">{children}</div>}
    </header>
  )
}

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface PageHeadProps {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The title of a page with its actions. */
export const PageHead = ({ title, lead, children }: PageHeadProps) => {
  useEffect(() => {
    document.title = `${title} – ${document.documentElement.dataset.name ?? 'Plinth'}`
  }, [title])
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      <div class="actions">{children}</div>
    </header>
  )
}

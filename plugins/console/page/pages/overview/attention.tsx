import type { Overview } from '@plinth/client'
import { Notice } from '../../components/notice.js'
import { useLanguage } from '../../language/language-context.js'

type NoticeOfService = Overview['attention'][number]

/** What an admin should know or change, although the service works. */
export const Attention = ({ notices }: { readonly notices: readonly NoticeOfService[] }) => {
  const { text } = useLanguage()
  if (notices.length === 0) return null
  return (
    <section>
      <h2>{text.overview.attention}</h2>
      {notices.map((notice) => (
        <Notice key={notice.code} kind="warning">
          <NoticeText notice={notice} />
        </Notice>
      ))}
    </section>
  )
}

/** The text of a notice. For a notice of a plugin of the host there is none: then its code and details are shown. */
const NoticeText = ({ notice: { code, details } }: { readonly notice: NoticeOfService }) => {
  const { text } = useLanguage()
  const known = Object.hasOwn(text.overview.notices, code) ? text.overview.notices[code] : undefined
  if (known) return <p>{known}</p>
  return (
    <p>
      <code>{code}</code> <bdi>{JSON.stringify(details)}</bdi>
    </p>
  )
}

import type { ApplyReport, ImportReport } from '@plinth/client'
import { CopyButton } from '../../components/copy-button.js'
import { Notice } from '../../components/notice.js'
import { useLanguage } from '../../language/language-context.js'

interface NewUsersProps {
  readonly report: Pick<ImportReport | ApplyReport, 'default_password' | 'cannot_log_in'>
}

/** What happens to the passwords of users whom a dry run or a plan would add. */
export const UsersToAdd = ({ count }: { readonly count: number | undefined }) => {
  const { text } = useLanguage()
  return count ? <Notice kind="info">{text.configuration.usersToAdd(count)}</Notice> : null
}

/** The password of the added users, which is shown only once, and how many users still need one. */
export const NewUsers = ({ report }: NewUsersProps) => {
  const { text } = useLanguage()
  return (
    <>
      {report.default_password && (
        <Notice kind="warning">
          <p>{text.configuration.defaultPassword}</p>
          <code class="secret">{report.default_password}</code> <CopyButton value={report.default_password} />
        </Notice>
      )}
      {report.cannot_log_in ? (
        <Notice kind="warning">{text.configuration.cannotLogIn(report.cannot_log_in)}</Notice>
      ) : null}
    </>
  )
}
